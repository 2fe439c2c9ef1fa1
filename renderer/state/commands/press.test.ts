import { expect, it } from 'vitest';
import { FaultError } from '../../../shared/errors.ts';
import { newPress, whyAnotherAccount, type OnScreen } from './press.ts';

const practice: OnScreen = { environment: 'practice', profile: 'practice', profileName: 'Practice' };
const main: OnScreen = { environment: 'live', profile: 'p2', profileName: 'Main' };

it('sends an answer on the account that the question was asked on', () => {
  const { environment, profile } = newPress('click', main);
  expect([environment, profile]).toEqual(['live', 'p2']);
  expect(newPress('click', main).commandId).not.toBe(newPress('click', main).commandId);
  expect(() => newPress('click', null)).toThrow(FaultError);
});

it('takes no answer once another account is on screen, and says which', () => {
  expect(whyAnotherAccount(practice, practice)).toBeUndefined();
  expect(whyAnotherAccount(practice, { ...practice, profileName: 'Renamed' })).toBeUndefined();
  expect(whyAnotherAccount(practice, main)).toBe(
    'This was asked on PRACTICE, profile Practice. The screen shows LIVE, profile Main, now. Ask again there.',
  );
  expect(whyAnotherAccount(main, { ...main, profile: 'p3' })).toContain('LIVE, profile Main');
  expect(whyAnotherAccount(null, main)).toContain('not known');
  expect(whyAnotherAccount(main, null)).toContain('not known');
});
