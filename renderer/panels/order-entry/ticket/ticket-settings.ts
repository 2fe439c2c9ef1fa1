import type { Environment } from '../../../../shared/contract/contract.ts';
import { DEFAULT_TIMES, settingsOf, type ConfirmSettings } from '../../../../shared/rules/order-questions.ts';
import { createKept } from '../../../state/kept/kept.ts';
import type { SlippageLimit } from './slippage.ts';

interface TicketSettings {
  /** Whether the fields below the fold are shown. */
  readonly advanced: boolean;
  /** What a person chose for an environment; each one has its own. */
  readonly confirm: Readonly<Partial<Record<Environment, ConfirmSettings>>>;
  /** An order of more than so many times the position is asked about; text as typed. */
  readonly positionTimes: string;
  /** How much worse than the best price a market order may be filled, in percent; text as typed, "" for no limit. */
  readonly slippage: string;
  readonly slippageWay: SlippageLimit['way'];
}

export const useTicketSettings = createKept<TicketSettings>('quarterdeck.ticket', {
  advanced: true,
  confirm: {},
  positionTimes: DEFAULT_TIMES,
  slippage: '',
  slippageWay: 'refuse',
});

export function changePositionTimes(positionTimes: string): void {
  useTicketSettings.setState({ positionTimes });
}

export function changeSlippage(change: Partial<Pick<TicketSettings, 'slippage' | 'slippageWay'>>): void {
  useTicketSettings.setState(change);
}

/** The limit on slippage; a way that is not known refuses, so that no guard is off that nobody turned off. */
export function useSlippageLimit(): SlippageLimit {
  const percent = useTicketSettings(({ slippage }) => slippage);
  const kept = useTicketSettings(({ slippageWay }) => slippageWay);
  return { percent: typeof percent === 'string' ? percent : '', way: kept === 'limit' ? 'limit' : 'refuse' };
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
