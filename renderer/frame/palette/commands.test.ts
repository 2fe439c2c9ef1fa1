import { describe, expect, it } from 'vitest';
import { panels } from '../../panels.ts';
import { useSettings } from '../../state/kept/settings.ts';
import { commands } from './commands.ts';

function names(layoutLocked: boolean): readonly string[] {
  const settings = useSettings.getState();
  const nothing = () => undefined;
  return commands({
    panels,
    shown: new Set(['order-entry']),
    instruments: [],
    settings,
    layoutLocked,
    lockLayout: nothing,
    templates: [],
    fillFrom: nothing,
  }).map(({ name }) => name);
}

describe('the palette', () => {
  it('closes panels and resets the layout while it is not locked', () => {
    expect(names(false)).toEqual(expect.arrayContaining(['Close Order entry', 'Reset layout', 'Lock layout']));
  });

  it('closes only what is on the screen', () => {
    expect(names(false).filter((name) => name.startsWith('Close '))).toEqual(['Close Order entry']);
  });

  it('offers nothing that a locked layout refuses', () => {
    const locked = names(true);
    expect(locked).toContain('Unlock layout');
    expect(locked).toContain('Order entry');
    expect(locked.filter((name) => /^(Close|Reset|Lock) /.test(name))).toEqual([]);
  });
});
