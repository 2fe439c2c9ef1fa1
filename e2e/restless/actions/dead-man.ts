import { panel, show, SOON } from '../screen.ts';
import { CannotNow, type Action } from '../world.ts';

export const DEAD_MAN_ACTIONS: readonly Action[] = [
  {
    name: 'arm the dead-man switch',
    weight: 0.5,
    run: async (world, chance) => {
      const { page } = world;
      if (!(await show(page, 'Dead-man switch'))) throw new CannotNow('the panel is closed');
      const box = panel(page, 'Dead-man switch');
      await box.getByRole('button', { name: chance.pick(['15 s', '60 s']), exact: true }).click(SOON);
      await box.getByRole('radio', { name: chance.pick(['Keep renewing', 'Once']) }).click(SOON);
      await box.getByRole('button', { name: 'Arm', exact: true }).click(SOON);
      // From now on anything may end at any time.
      world.endings = Number.NaN;
      const question = page.getByRole('dialog', { name: /^Arm/ });
      await question.waitFor(SOON);
      await question.getByRole('button', { name: /^Arm/ }).click(SOON);
    },
  },
  {
    name: 'disarm the dead-man switch',
    weight: 0.5,
    run: async ({ page }) => {
      if (!(await show(page, 'Dead-man switch'))) throw new CannotNow('the panel is closed');
      await panel(page, 'Dead-man switch')
        .getByRole('button', { name: /^Disarm/ })
        .click(SOON);
      const question = page.getByRole('dialog', { name: /^Disarm/ });
      await question.waitFor(SOON);
      await question.getByRole('button', { name: /^Disarm/ }).click(SOON);
    },
  },
];
