import type { InstrumentRow } from '../../../shared/contract/contract.ts';
import type { PanelEntry } from '../../panels.ts';
import { changeSettings, type Settings } from '../../state/kept/settings.ts';
import type { Template } from '../../state/kept/template-list.ts';
import { templateKey } from '../../state/kept/templates.ts';
import { selectSymbol } from '../../state/kept/symbol.ts';
import { closePanel, resetLayout, showPanel } from '../dock/dock-control.ts';
import { open } from '../dock/open.ts';

/** One line of the palette. */
export interface Command {
  readonly id: string;
  readonly name: string;
  readonly kind: 'Action' | 'Panel' | 'Symbol' | 'Template';
  run(): void;
}

/** What the palette's lines are made of. */
export interface CommandSources {
  readonly panels: readonly PanelEntry[];
  /** Ids of those that are on the screen: only they can be closed. */
  readonly shown: ReadonlySet<string>;
  readonly instruments: Iterable<InstrumentRow>;
  readonly settings: Settings;
  readonly layoutLocked: boolean;
  lockLayout(locked: boolean): void;
  readonly templates: readonly Template[];
  fillFrom(template: Template): void;
}

/** Every action, panel and symbol by name, in the order they are shown in when nothing is typed. */
export function commands(sources: CommandSources): readonly Command[] {
  const { panels, instruments, settings, layoutLocked } = sources;
  const action = (id: string, name: string, run: () => void): Command => ({ id, name, kind: 'Action', run });
  const dark = settings.theme === 'dark';
  const pair = settings.updown === 'green-red';
  const compact = settings.density === 'compact';
  return [
    ...panels.map((panel): Command => ({
      id: `panel ${panel.id}`,
      name: panel.title,
      kind: 'Panel',
      run: () => showPanel(panel.id),
    })),
    ...sources.templates.map((template): Command => ({
      id: templateKey(template.id),
      name: template.name,
      kind: 'Template',
      run: () => sources.fillFrom(template),
    })),
    action('cancel-all', 'Cancel all', () => open('cancel-all')),
    action('symbol', 'Choose a symbol', () => open('symbol')),
    action('connection', 'Connection details', () => open('connection')),
    action('limits', 'Rate limit details', () => open('limits')),
    action('notices', 'Notices', () => open('notices')),
    action('theme', dark ? 'Light theme' : 'Dark theme', () => changeSettings({ theme: dark ? 'light' : 'dark' })),
    action('pair', pair ? 'Blue and orange for up and down' : 'Green and red for up and down', () =>
      changeSettings({ updown: pair ? 'blue-orange' : 'green-red' }),
    ),
    action('density', compact ? 'Comfortable density' : 'Compact density', () =>
      changeSettings({ density: compact ? 'comfortable' : 'compact' }),
    ),
    action('utc', settings.utc ? 'Times in local time' : 'Times in UTC', () => changeSettings({ utc: !settings.utc })),
    action('sound', `Sound on fills and changes ${settings.sound ? 'off' : 'on'}`, () =>
      changeSettings({ sound: !settings.sound }),
    ),
    action('flash', `Flash on fills and changes ${settings.flash ? 'off' : 'on'}`, () =>
      changeSettings({ flash: !settings.flash }),
    ),
    action('lock-layout', layoutLocked ? 'Unlock layout' : 'Lock layout', () => sources.lockLayout(!layoutLocked)),
    ...(layoutLocked ? [] : [action('reset-layout', 'Reset layout', resetLayout)]),
    action('keys', 'Show the keys', () => open('keys')),
    ...(layoutLocked
      ? []
      : panels
          .filter(({ id }) => sources.shown.has(id))
          .map((panel) => action(`close ${panel.id}`, `Close ${panel.title}`, () => closePanel(panel.id)))),
    ...[...instruments].map((row): Command => ({
      id: `symbol ${row.symbol}`,
      name: row.symbol,
      kind: 'Symbol',
      run: () => selectSymbol(row.symbol),
    })),
  ];
}
