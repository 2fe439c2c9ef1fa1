import { describe, expect, it } from 'vitest';
import type { PanelPlace } from '../../panels.ts';
import { firstLayout, returnPlacement, storedPanels } from './dock-layout.ts';

const panel = (id: string, place: PanelPlace) => ({ id, title: id.toUpperCase(), place });
const room = { width: 1440, height: 850 };

describe('the first arrangement', () => {
  it('puts the chart between ticket and market, and the blotter below the chart', () => {
    const steps = firstLayout(
      [panel('ticket', 'left'), panel('orders', 'bottom'), panel('book', 'right'), panel('chart', 'center')],
      room,
    );
    expect(steps.map((step) => [step.id, step.at])).toEqual([
      ['chart', null],
      ['orders', { reference: 'chart', direction: 'below' }],
      ['book', { direction: 'right' }],
      ['ticket', { direction: 'left' }],
    ]);
  });

  it('gives the blotter the middle while there is no chart', () => {
    const steps = firstLayout([panel('orders', 'bottom'), panel('book', 'right')], room);
    expect(steps).toMatchObject([
      { id: 'orders', at: null },
      { id: 'book', at: { direction: 'right' } },
    ]);
    expect(steps[0]).not.toHaveProperty('height');
  });

  it('stacks the lower places under their upper ones, and tabs within a place in their order', () => {
    const steps = firstLayout(
      [panel('orders', 'bottom'), panel('fills', 'bottom'), panel('book', 'right'), panel('trades', 'right-below')],
      room,
    );
    expect(steps.find((step) => step.id === 'fills')?.at).toEqual({ reference: 'orders', direction: 'within' });
    expect(steps.find((step) => step.id === 'trades')?.at).toEqual({ reference: 'book', direction: 'below' });
  });

  it('leaves the ticket the whole height of a low window', () => {
    const all = [panel('ticket', 'left'), panel('dead-man', 'left-below'), panel('chart', 'center')];
    const at = (height: number) => firstLayout(all, { width: 1100, height }).find((step) => step.id === 'dead-man')?.at;
    expect(at(620)).toEqual({ reference: 'ticket', direction: 'within' });
    expect(at(820)).toEqual({ reference: 'ticket', direction: 'below' });
  });

  it('places every panel once, and refers only to panels that are there already', () => {
    const places: PanelPlace[] = ['left', 'left-below', 'right', 'right-below', 'center', 'bottom'];
    for (let some = 1; some < 2 ** places.length; some += 1) {
      const panels = places
        .filter((_, bit) => (some & (1 << bit)) !== 0)
        .flatMap((place) => [panel(`${place} 1`, place), panel(`${place} 2`, place)]);
      const steps = firstLayout(panels, { width: 1100, height: 650 });
      expect(steps.map((step) => step.id).toSorted()).toEqual(panels.map((each) => each.id).toSorted());
      steps.forEach((step, index) => {
        if (index === 0) expect(step.at).toBeNull();
        else if (step.at !== null && 'reference' in step.at)
          expect(steps.slice(0, index).map((before) => before.id)).toContain(step.at.reference);
      });
    }
  });
});

describe('a panel that comes back', () => {
  const all = [panel('orders', 'bottom'), panel('fills', 'bottom'), panel('book', 'right')];

  it('goes behind one of its own place', () => {
    expect(returnPlacement(panel('fills', 'bottom'), all, ['orders', 'book']).at).toEqual({
      reference: 'orders',
      direction: 'within',
    });
  });

  it('goes to the edge of its place otherwise, and fills an empty dock', () => {
    expect(returnPlacement(panel('book', 'right'), all, ['orders']).at).toEqual({ direction: 'right' });
    expect(returnPlacement(panel('book', 'right'), all, []).at).toBeNull();
  });
});

it('reads which panels a stored arrangement has, and refuses what is none', () => {
  expect(storedPanels({ grid: {}, panels: { a: {}, b: {} } })).toEqual(['a', 'b']);
  for (const broken of [null, 3, 'x', {}, { panels: {} }, { grid: {}, panels: null }])
    expect(storedPanels(broken)).toBeNull();
});
