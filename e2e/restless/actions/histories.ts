import { panel, show, SOON } from '../screen.ts';
import { CannotNow, type Action } from '../world.ts';

const HISTORIES = [
  'Order history',
  'Fills',
  'Wallet history',
  'Transfer history',
  'Margin interest history',
  'Funding fee history',
  'Referral reward history',
] as const;

/** Looking back, a page at a time and in what is kept here. */
export const HISTORY_ACTIONS: readonly Action[] = [
  {
    name: 'page through a history',
    weight: 0.7,
    run: async ({ page }, chance) => {
      const name = chance.pick(HISTORIES);
      if (!(await show(page, name))) throw new CannotNow('it is closed');
      const button = chance.pick(['Next', 'Last', 'Previous', 'First', 'Reload']);
      await panel(page, name).getByRole('button', { name: button, exact: true }).click(SOON);
    },
  },
  {
    name: 'choose a view of a history',
    weight: 0.6,
    run: async ({ page }, chance) => {
      const name = chance.pick(HISTORIES);
      if (!(await show(page, name))) throw new CannotNow('it is closed');
      await panel(page, name)
        .getByRole('radio', { name: chance.pick(['Pages', 'Archive', 'Picture']) })
        .click(SOON);
    },
  },
  {
    name: 'download a history',
    weight: 0.4,
    run: async ({ page }, chance) => {
      const name = chance.pick(HISTORIES);
      if (!(await show(page, name))) throw new CannotNow('it is closed');
      await panel(page, name).getByRole('button', { name: 'Download all' }).click(SOON);
    },
  },
  {
    name: 'sort a history',
    weight: 0.5,
    run: async ({ page }, chance) => {
      const name = chance.pick(['Order history', 'Fills'] as const);
      if (!(await show(page, name))) throw new CannotNow('it is closed');
      await panel(page, name)
        .getByRole('columnheader', { name: chance.pick(['Symbol', 'Price', 'Quantity', 'Time']) })
        .first()
        .click(SOON);
    },
  },
];
