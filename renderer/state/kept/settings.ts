import type { ArmedMinutes } from '../keys/armed.ts';
import { createKept } from './kept.ts';

/** How the screen looks and sounds for a profile. Nothing here changes what is sent. */
export interface Settings {
  readonly theme: 'dark' | 'light';
  /** `blue-orange` is told apart with any kind of colour vision. */
  readonly updown: 'green-red' | 'blue-orange';
  readonly density: 'compact' | 'comfortable';
  readonly utc: boolean;
  /** Of fills and changes of own orders. */
  readonly sound: boolean;
  readonly flash: boolean;
  /** The dead-man switch sounds when it is not renewed and when it fires. */
  readonly alarm: boolean;
  /** Trading keys lock themselves after so many minutes without one. */
  readonly armedMinutes: ArmedMinutes;
}

export const useSettings = createKept<Settings>('quarterdeck.settings', {
  theme: 'dark',
  updown: 'green-red',
  density: 'compact',
  utc: false,
  sound: true,
  flash: true,
  alarm: true,
  armedMinutes: '5',
});

export function changeSettings(change: Partial<Settings>): void {
  useSettings.setState(change);
}
