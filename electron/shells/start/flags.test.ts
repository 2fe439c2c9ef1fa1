import { expect, it } from 'vitest';
import { readFlags } from './flags.ts';

it('chooses the shell by itself, with a free port and the first market, when nothing is said', () => {
  expect(readFlags([])).toEqual({
    shell: 'any',
    open: true,
    port: 0,
    dataFolder: null,
    seed: 1,
    practiceAdmin: null,
    confirmWithdrawals: false,
    help: false,
  });
});

it.each([
  [['--browser'], { shell: 'browser', open: true }],
  [['--electron'], { shell: 'electron' }],
  [['--no-open'], { shell: 'browser', open: false }],
  [['--port', '8123'], { shell: 'browser', port: 8123 }],
  [['--port=0'], { port: 0 }],
  [['--data-dir', '/somewhere'], { dataFolder: '/somewhere' }],
  [['--seed', '4294967295'], { seed: 4_294_967_295 }],
  [['--practice-admin', '0'], { practiceAdmin: 0, shell: 'browser' }],
  [['--confirm-withdrawals-here'], { confirmWithdrawals: true, shell: 'browser' }],
  [['--help'], { help: true }],
])('reads %j', (args, expected) => {
  expect(readFlags(args)).toMatchObject(expected);
});

it.each([
  [['--nonsense'], /nonsense/],
  [['something'], /something/],
  [['--port'], /port/],
  [['--port', '65536'], /--port needs a whole number from 0 to 65535/],
  [['--port', '-1'], /port/],
  [['--port=-1'], /--port needs/],
  [['--port', '1e3'], /--port needs/],
  [['--port', ''], /--port needs/],
  [['--seed', '4294967296'], /--seed needs/],
  [['--seed', '0x1'], /--seed needs/],
  [['--data-dir', ''], /--data-dir needs a folder/],
  [['--browser=yes'], /browser/],
  [['--browser', '--electron'], /one of/],
  [['--electron', '--port', '1'], /--port/],
  [['--electron', '--no-open'], /--no-open/],
  [['--electron', '--confirm-withdrawals-here'], /--confirm-withdrawals-here/],
])('refuses %j', (args, words) => {
  expect(() => readFlags(args)).toThrow(words);
});
