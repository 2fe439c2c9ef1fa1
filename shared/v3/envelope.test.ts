import { describe, expect, it } from 'vitest';
import { parseLossless } from '../wire/json.ts';
import { readEnvelope } from './envelope.ts';

const read = (status: number, text: string) => readEnvelope(status, parseLossless(text));

describe('a success', () => {
  it('has HTTP 2xx and success exactly true', () => {
    expect(read(200, '{"success":true,"timestamp":1752049062496,"data":{"a":1.50}}')).toEqual({
      ok: true,
      data: { a: '1.50' },
      timestamp: 1752049062496,
    });
  });

  it('may carry no data and no time', () => {
    expect(read(201, '{"success":true}')).toEqual({ ok: true, data: undefined, timestamp: null });
  });

  it.each([
    [199, '{"success":true,"data":{}}'],
    [302, '{"success":true,"data":{}}'],
    [500, '{"success":true,"data":{}}'],
    [200, '{"success":"true","data":{}}'],
    [200, '{"success":1,"data":{}}'],
    [200, '{"data":{}}'],
  ])('is not HTTP %i with %s', (status, text) => {
    expect(read(status, text).ok).toBe(false);
  });
});

describe('a refusal (protocol.md, section 5)', () => {
  it.each<[string, number, string, string | null, string]>([
    ['message only', 400, '{"success":false,"message":"unknown symbol"}', null, 'unknown symbol'],
    [
      'code and error_code',
      400,
      '{"success":false,"code":-1005,"error_code":90000,"message":"symbol is required"}',
      '-1005',
      'symbol is required',
    ],
    ['error_code alone', 400, '{"success":false,"error_code":90001,"message":"m"}', '90001', 'm'],
    ['code as text', 500, '{"success":false,"code":"-1000","message":"req 5f2"}', '-1000', 'req 5f2'],
    ['maintenance', 503, '{"success":false,"code":"-1011","message":"maintenance"}', '-1011', 'maintenance'],
    [
      'the gateway under HTTP 200',
      200,
      '{"code":503,"message":"[GW] no upstream server"}',
      '503',
      '[GW] no upstream server',
    ],
    ['no words at all', 500, '{"success":false}', null, 'HTTP 500 without a message'],
    ['a code that is none', 400, '{"success":false,"code":{},"message":["x"]}', null, 'HTTP 400 without a message'],
    ['an empty code', 400, '{"success":false,"code":" ","message":"m"}', null, 'm'],
  ])('with %s', (_what, status, text, code, message) => {
    expect(read(status, text)).toEqual({ ok: false, code, message, timestamp: null });
  });

  it('keeps the time where one is sent', () => {
    expect(read(400, '{"success":false,"timestamp":"1752049062.496","message":"m"}')).toMatchObject({
      timestamp: 1752049062496,
    });
  });

  it.each(['null', '[]', '"<html>"', '5', 'true'])('is also an answer without an envelope: %s', (text) => {
    expect(read(200, text)).toEqual({
      ok: false,
      code: null,
      message: 'HTTP 200 without an envelope',
      timestamp: null,
    });
  });
});
