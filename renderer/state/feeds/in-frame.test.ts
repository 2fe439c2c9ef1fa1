import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inFrame, putKeysFirst } from './in-frame.ts';

let frames: (() => void)[] = [];
const page = { hidden: false };
const nextFrame = (): void => {
  for (const frame of frames.splice(0)) frame();
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  frames = [];
  page.hidden = false;
  vi.stubGlobal('document', page);
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
  vi.stubGlobal('cancelAnimationFrame', () => frames.splice(0));
});
afterEach(() => {
  nextFrame();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('tasks wait for one frame together, each once', () => {
  const done: string[] = [];
  const first = (): void => void done.push('first');
  inFrame(first);
  inFrame(() => done.push('second'));
  inFrame(first);
  expect([frames.length, done]).toEqual([1, []]);
  nextFrame();
  expect(done).toEqual(['first', 'second']);
  nextFrame();
  expect(done).toHaveLength(2);
});

test('what a task asks for runs with it, and what that asks for in the next frame', () => {
  const done: string[] = [];
  inFrame(() => {
    done.push('batch');
    inFrame(() => {
      done.push('follower');
      inFrame(() => done.push('later'));
    });
  });
  nextFrame();
  expect(done).toEqual(['batch', 'follower']);
  nextFrame();
  expect(done).toEqual(['batch', 'follower', 'later']);
});

test('a task that was taken back does not run, and one that fails is reported and stops no other', () => {
  const reported: unknown[] = [];
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
  const done: string[] = [];
  const cancel = inFrame(() => done.push('cancelled'));
  inFrame(() => {
    throw new Error('broken');
  });
  inFrame(() => done.push('other'));
  cancel();
  nextFrame();
  expect(done).toEqual(['other']);
  expect(reported).toEqual([new Error('broken')]);
});

test('a hidden page, which has no frames, goes on at a slow beat', () => {
  page.hidden = true;
  let done = 0;
  inFrame(() => (done += 1));
  vi.advanceTimersByTime(249);
  expect(done).toBe(0);
  vi.advanceTimersByTime(1);
  expect(done).toBe(1);
  expect(frames).toEqual([]);
});

test('the frame after a key is left to it, and never two after one another', () => {
  const keyboard = new EventTarget();
  putKeysFirst(keyboard);
  const done: string[] = [];
  const press = (): boolean => keyboard.dispatchEvent(new Event('keydown'));
  inFrame(() => done.push('market'));
  press();
  nextFrame();
  expect(done).toEqual([]);
  press();
  nextFrame();
  expect(done).toEqual(['market']);
  inFrame(() => done.push('later'));
  nextFrame();
  expect(done).toEqual(['market', 'later']);
});
