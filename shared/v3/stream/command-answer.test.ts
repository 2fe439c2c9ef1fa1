import { describe, expect, it } from 'vitest';
import { parseLossless } from '../../wire/json.ts';
import { readCommandAnswer } from './command-answer.ts';

const answer = (text: string) => readCommandAnswer(parseLossless(text));

describe('an answer to a command (protocol.md, 4.2)', () => {
  it('names the accepted topics', () => {
    expect(
      answer('{"id":"1","cmd":"SUBSCRIBE","success":true,"time":1790137718411,"data":["trade@SPOT_BTC_USDT"]}'),
    ).toEqual({
      cmd: 'SUBSCRIBE',
      id: '1',
      success: true,
      topics: ['trade@SPOT_BTC_USDT'],
      message: null,
      time: 1790137718411,
    });
  });

  it('reads a PONG, which has neither id nor topics', () => {
    expect(answer('{"cmd":"PONG","success":true,"time":1790137731901}')).toEqual({
      cmd: 'PONG',
      id: null,
      success: true,
      topics: null,
      message: null,
      time: 1790137731901,
    });
  });

  it('reads a server’s PING', () => {
    expect(answer('{"cmd":"PING","ts":1}')).toMatchObject({ cmd: 'PING', success: false, message: null });
  });

  it.each([
    [
      '{"id":"8","cmd":"SUBSCRIBE","success":false,"time":1,"data":"Command type invalid!"}',
      '8',
      'Command type invalid!',
    ],
    [
      '{"id":"v1","cmd":"ERROR","success":false,"time":1,"data":"Command type invalid!"}',
      'v1',
      'Command type invalid!',
    ],
    ['{"id":"","cmd":"ERROR","success":false,"time":1,"data":"Invalid request."}', null, 'Invalid request.'],
    ['{"id":3,"cmd":"subscribe","success":false,"message":"Auth is needed."}', '3', 'Auth is needed.'],
    ['{"cmd":"ERROR","errorMsg":"slow down"}', null, 'slow down'],
    ['{"cmd":"ERROR","data":"","message":"b","errorMsg":"c"}', null, 'b'],
  ])('takes the words of a refusal from where they stand: %s', (text, id, message) => {
    expect(answer(text)).toMatchObject({ id, message, success: false });
  });

  it('takes only success exactly true for success', () => {
    expect(answer('{"cmd":"SUBSCRIBE","success":"true","data":[]}')).toMatchObject({ success: false, topics: [] });
  });

  it('leaves out topics that are no text', () => {
    expect(answer('{"cmd":"SUBSCRIBE","success":true,"data":["a",5,null,{}]}')).toMatchObject({ topics: ['a'] });
  });

  it.each(['null', '[]', '"PONG"', '{"topic":"trade@X","data":{}}', '{"cmd":5}'])('is none of: %s', (text) => {
    expect(answer(text)).toBeNull();
  });
});
