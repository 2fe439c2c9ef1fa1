import { describe, expect, it, test } from 'vitest';
import type { KeyEntry, KeyGroup } from '../../state/keys/key-table.ts';
import { meaningOf, type Where } from './key-meaning.ts';

const FREE: Where = { typing: false, question: false, dialog: false, armed: false };
const of = (group: KeyGroup, chord: string, where: Partial<Where>) => {
  const entry: KeyEntry = { id: 'x', what: 'x', group, first: null };
  return meaningOf(entry, { chord, label: chord }, { ...FREE, ...where });
};

describe('a key that takes risk away', () => {
  test.each([{}, { typing: true }, { question: true, dialog: true }, { armed: true }])('works with %j', (where) => {
    expect(of('safe', 'Alt+C', where)).toEqual({ kind: 'run' });
  });
});

describe('the key that arms', () => {
  it('locks wherever the focus is', () => {
    expect(of('arm', 'F8', { armed: true, typing: true, question: true, dialog: true })).toEqual({ kind: 'run' });
  });
  it('arms while one types, and not from within a dialog', () => {
    expect(of('arm', 'F8', { typing: true })).toEqual({ kind: 'run' });
    expect(of('arm', 'F8', { dialog: true })).toEqual({ kind: 'nothing' });
  });
});

describe('a key that trades', () => {
  it('works while armed', () => {
    expect(of('trade', 'F9', { armed: true })).toEqual({ kind: 'run' });
    expect(of('trade', 'B', { armed: true })).toEqual({ kind: 'run' });
  });
  it('is stopped by the lock, whichever key it is', () => {
    expect(of('trade', 'F9', {})).toEqual({ kind: 'stopped', by: 'lock' });
    expect(of('trade', 'B', {})).toEqual({ kind: 'stopped', by: 'lock' });
  });
  it('is stopped while one types or a dialog is open, armed or not', () => {
    expect(of('trade', 'F9', { armed: true, typing: true })).toEqual({ kind: 'stopped', by: 'typing' });
    expect(of('trade', 'F9', { armed: true, dialog: true })).toEqual({ kind: 'stopped', by: 'dialog' });
  });
  it('is a letter where letters are typed', () => {
    expect(of('trade', 'B', { armed: true, typing: true })).toEqual({ kind: 'nothing' });
  });
});

describe('a key of the screen', () => {
  it('waits for the answer to a question, and leaves what is typed alone', () => {
    expect(of('frame', 'Ctrl+K', { typing: true })).toEqual({ kind: 'run' });
    expect(of('frame', '?', { typing: true })).toEqual({ kind: 'nothing' });
    expect(of('frame', 'Ctrl+K', { question: true })).toEqual({ kind: 'nothing' });
  });
});
