import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { downFrameSchema } from '../../shared/wire/wire.ts';
import { readFrame } from './wire-frames.ts';

const change = fc.oneof(
  fc.record({
    t: fc.constant('snapshot'),
    sub: fc.integer({ min: 1, max: 1000 }),
    seq: fc.nat(),
    rows: fc.array(fc.dictionary(fc.string(), fc.string())),
  }),
  fc.record({
    t: fc.constant('delta'),
    sub: fc.integer({ min: 1, max: 1000 }),
    seq: fc.nat(),
    put: fc.array(fc.dictionary(fc.string(), fc.string())),
    drop: fc.array(fc.string()),
  }),
);

describe('frames from the core', () => {
  it('reads every batch that the wire allows', () => {
    fc.assert(
      fc.property(fc.nat(), fc.array(change), (n, changes) => {
        const frame = { t: 'batch', n, changes };
        expect(downFrameSchema.safeParse(frame).success).toBe(true);
        expect(readFrame(JSON.stringify(frame))).toEqual(JSON.parse(JSON.stringify(frame)));
      }),
    );
  });

  it.each([
    'not json',
    'null',
    '[]',
    '{"t":"welcome"}',
    '{"t":"answer","id":"1"}',
    '{"t":"failure","id":1,"fault":{}}',
    '{"t":"batch","n":1,"changes":[{"t":"delta","sub":1,"seq":1,"put":[]}]}',
    '{"t":"batch","n":1,"changes":[{"t":"snapshot","sub":1,"seq":"0","rows":[]}]}',
    '{"t":"reload"}',
    '{"t":"other"}',
  ])('refuses %s', (text) => {
    expect(readFrame(text)).toBeNull();
  });
});
