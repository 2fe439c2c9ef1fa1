import { describe, expect, it } from 'vitest';
import { addressPresets } from '../contract/profiles.ts';
import { asksName, hostsOf, isPreset, placeFault } from './hosts.ts';

const at = (rest: string, stream = rest.replace(/^http/, 'ws'), privateStream = stream) => ({
  rest,
  publicStream: stream,
  privateStream,
});
const faultPath = (environment: 'live' | 'staging' | 'practice', place: ReturnType<typeof at>): string | null =>
  placeFault({ environment, ...place })?.path ?? null;

describe('the place of a profile', () => {
  it.each(['live', 'staging'] as const)('may be the known one of %s', (environment) => {
    expect(placeFault({ environment, ...addressPresets[environment] })).toBeNull();
    expect(isPreset(addressPresets[environment])).toBe(true);
  });

  it.each([
    ['https://api.woo.org'],
    ['https://api.woo.network'],
    ['https://www.woox.io'],
    ['https://api2.woox.io'],
    ['https://woox.io'],
    ['https://api.woox.io.'],
    ['https://x.staging.woox.io'],
    ['https://a.api.staging.woox.io'],
  ])('is live at %s, whatever the profile calls itself', (rest) => {
    expect(faultPath('staging', at(rest))).toBe('environment');
    expect(faultPath('live', at(rest))).toBeNull();
  });

  it.each([['https://api.staging.woox.io'], ['https://wss.staging.woox.io']])('is staging at %s', (rest) => {
    expect(faultPath('live', at(rest))).toBe('environment');
    expect(faultPath('staging', at(rest))).toBeNull();
  });

  it.each([['https://notwoox.io'], ['https://woox.io.example'], ['https://staging-woox.io']])(
    'is not the operator’s at %s',
    (rest) => {
      expect(faultPath('staging', at(rest))).toBeNull();
      expect(isPreset(at(rest))).toBe(false);
    },
  );

  it.each([
    ['three hosts of one owner', at('https://api.example.com', 'wss://wss.example.com', 'wss://p.example.com'), null],
    [
      'a private stream elsewhere',
      at('https://api.woox.io', 'wss://wss.woox.io', 'wss://evil.example'),
      'privateStream',
    ],
    ['a public stream elsewhere', at('https://a.example', 'wss://b.example2', 'wss://a.example'), 'publicStream'],
    ['two owners below a country', at('https://a.co.uk', 'wss://b.co.uk'), 'publicStream'],
    ['one owner below a country', at('https://api.a.co.uk', 'wss://wss.a.co.uk'), null],
    ['two tunnels of one service', at('https://a.ngrok.io', 'wss://b.ngrok.io'), 'publicStream'],
    ['this machine and another', at('http://127.0.0.1:1', 'wss://wss.woox.io'), 'publicStream'],
    ['another and this machine', at('https://api.woox.io', 'wss://wss.woox.io', 'ws://127.0.0.1:1'), 'privateStream'],
    ['two addresses of numbers', at('https://10.0.0.1', 'wss://10.0.0.2'), 'publicStream'],
    ['three ports of this machine', at('http://127.0.0.1:1', 'ws://localhost:2', 'ws://[::1]:3'), null],
  ])('of %s is judged by its owner', (_name, place, path) => {
    expect(faultPath('live', place)).toBe(path);
  });

  it.each([
    ['rest', at('https://a.example/typed-passphrase', 'wss://a.example')],
    ['rest', at('https://a.example/v3', 'wss://a.example')],
    ['publicStream', at('https://a.example', 'wss://a.example/hunter2', 'wss://a.example')],
    ['privateStream', at('https://a.example', 'wss://a.example/v3/public', 'wss://a.example/v3/public')],
  ])('has no free path in %s', (path, place) => {
    expect(faultPath('live', place)).toBe(path);
  });

  it('is on this machine for practice', () => {
    expect(faultPath('practice', at('https://a.example'))).toBe('environment');
    expect(faultPath('practice', at('http://127.0.0.1:1'))).toBeNull();
  });

  it('has its name asked for where it is live or unknown, whatever it calls itself', () => {
    expect(asksName({ environment: 'staging', ...addressPresets.staging })).toBe(false);
    expect(asksName({ environment: 'practice', ...at('http://127.0.0.1:1') })).toBe(false);
    expect(asksName({ environment: 'live', ...addressPresets.live })).toBe(true);
    expect(asksName({ environment: 'staging', ...at('https://a.example') })).toBe(true);
    expect(asksName({ environment: 'staging', ...at('http://127.0.0.1:1') })).toBe(true);
    const port = { ...addressPresets.staging, rest: 'https://api.staging.woox.io:8443' };
    expect(asksName({ environment: 'staging', ...port })).toBe(true);
  });

  it('names every host once, with its port', () => {
    expect(hostsOf(at('https://a.example:1', 'wss://b.example', 'wss://a.example:1'))).toEqual([
      'a.example:1',
      'b.example',
    ]);
  });
});
