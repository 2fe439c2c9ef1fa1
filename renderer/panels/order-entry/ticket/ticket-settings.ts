import type { Environment } from '../../../../shared/contract/contract.ts';
import { DEFAULT_TIMES, settingsOf, type ConfirmSettings } from '../../../../shared/rules/order-questions.ts';
import { createKept } from '../../../state/kept/kept.ts';

interface TicketSettings {
  /** Whether the fields below the fold are shown. */
  readonly advanced: boolean;
  /** What a person chose for an environment; each one has its own. */
  readonly confirm: Readonly<Partial<Record<Environment, ConfirmSettings>>>;
  /** An order of more than so many times the position is asked about; text as typed. */
  readonly positionTimes: string;
}

export const useTicketSettings = createKept<TicketSettings>('quarterdeck.ticket', {
  advanced: true,
  confirm: {},
  positionTimes: DEFAULT_TIMES,
});

export function changePositionTimes(positionTimes: string): void {
  useTicketSettings.setState({ positionTimes });
}

export function showAdvanced(advanced: boolean): void {
  useTicketSettings.setState({ advanced });
}

export const confirmSettings = (settings: TicketSettings, environment: Environment): ConfirmSettings =>
  settingsOf(settings.confirm[environment], environment);

export function changeConfirm(environment: Environment, change: Partial<ConfirmSettings>): void {
  useTicketSettings.setState((settings) => ({
    confirm: { ...settings.confirm, [environment]: { ...confirmSettings(settings, environment), ...change } },
  }));
}
