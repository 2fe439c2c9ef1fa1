import { describe, expect, it } from 'vitest';
import {
  describeCode,
  isDuplicateClientId,
  isOrderNotFound,
  isRateLimit,
  KINDS,
  outcomeUnknown,
} from './error-codes.ts';

const knownCodes = Object.values(KINDS).flatMap(({ codes }) => codes.split(' '));

describe('codes of the exchange', () => {
  it('stand in the table once', () => {
    expect(new Set(knownCodes).size).toBe(knownCodes.length);
    expect(knownCodes.length).toBeGreaterThan(150);
  });

  it.each(knownCodes)('%s has a kind, words and a next step', (code) => {
    const words = describeCode(code, 'the exchange’s own words');
    expect(words.kind).not.toBe('unknown');
    expect(words.title).toMatch(/^[A-Z].*[^.]$/);
    expect(words.next).toMatch(/^[A-Z].*\.$/);
  });

  it('holds every code that protocol.md names outside of its table of kinds', () => {
    const named =
      '302117 302102 302103 302104 302118 302119 302154 302155 302157 302169 302170 302193 302301 302129 317149 317152 ' +
      '317153 317184 302164 302115 302141 302162 302163 302138 302185 302186 302195 302177 317174 317176 317178 317179 ' +
      '302307 302159 317155 317156 317157 317158 317159 302005 302311 302312 302313 302147 302148 302149 302150 302151 ' +
      '302152 317136 317143 317144 317163 -1000 -1001 -1002 -1003 -1004 -1005 -1006 -1007 -1008 -1009 -1011 -1012 ' +
      '-1101 -1102 -1103 -1104 -1105';
    expect(named.split(' ').filter((code) => !knownCodes.includes(code))).toEqual([]);
  });

  it.each([
    ['-1000', 'failed-inside'],
    ['-1002', 'key'],
    ['-1003', 'rate-limit'],
    ['-1005', 'bad-request'],
    ['-1103', 'order-rule'],
    ['317149', 'order-not-found'],
    ['317156', 'symbol'],
    ['302102', 'funds'],
    ['-1011', 'busy'],
    ['302117', 'duplicate-client-id'],
    ['302159', 'timed-out'],
    ['302307', 'suspended'],
  ])('%s is of the kind %s', (code, kind) => {
    expect(describeCode(code, '')).toMatchObject({ kind });
  });

  it.each(['999999', '', '__proto__', 'constructor', null])('%j is unknown, and its message is the title', (code) => {
    expect(describeCode(code, 'symbol not found')).toMatchObject({ kind: 'unknown', title: 'symbol not found' });
    expect(describeCode(code, '').title).not.toBe('');
    expect([outcomeUnknown(code), isRateLimit(code), isOrderNotFound(code), isDuplicateClientId(code)]).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('leave the outcome of a write open in exactly six cases', () => {
    expect(knownCodes.filter(outcomeUnknown).sort()).toEqual(
      ['-1000', '317154', '317168', '302109', '311999', '302159'].sort(),
    );
  });

  it('say that there is no such open order', () => {
    expect(knownCodes.filter(isOrderNotFound).sort()).toEqual(
      ['-1006', '317149', '317152', '317153', '317184', '302129'].sort(),
    );
  });

  it('say that a client order id is taken, and that requests were too many', () => {
    expect(knownCodes.filter(isDuplicateClientId).sort()).toEqual(['-1007', '302117']);
    expect(knownCodes.filter(isRateLimit)).toEqual(['-1003']);
  });
});
