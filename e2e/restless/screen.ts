import type { Locator, Page } from 'playwright';

/* Where things stand on the screen, by the names that people read. */

/** An action that a person could not do in this time cannot be done. */
export const SOON = { timeout: 4_000 } as const;

/* By attributes where the program writes them: to work out the role of each element costs more than all else. */
export const panel = (page: Page, name: string): Locator =>
  page.locator(`[role="region"][aria-label="${name}"]`).filter({ visible: true });
export const tab = (page: Page, name: string): Locator =>
  page.locator('[role="tablist"]').getByRole('tab', { name, exact: true }).first();
export const ticket = (page: Page): Locator => panel(page, 'Order entry');
export const field = (page: Page, name: string): Locator => ticket(page).getByLabel(name, { exact: true });
export const placeButton = (page: Page): Locator => ticket(page).locator('.ticket-place');
export const dialogs = (page: Page): Locator =>
  page.locator('dialog, [role="dialog"], [role="alertdialog"]').filter({ visible: true });

/** Brings a panel to the front. @returns whether it is there. */
export async function show(page: Page, name: string): Promise<boolean> {
  const found = tab(page, name);
  if ((await found.count()) === 0) return false;
  if ((await found.getAttribute('aria-selected')) !== 'true') await found.click(SOON);
  await panel(page, name).waitFor(SOON);
  return true;
}

/** Chooses a line of the command palette by its whole name. */
export async function command(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+K');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.waitFor(SOON);
  await palette.getByLabel('Search commands').fill(name, SOON);
  await palette
    .getByRole('option')
    .filter({ has: page.getByText(name, { exact: true }) })
    .first()
    .click(SOON);
  await palette.waitFor({ state: 'hidden', ...SOON });
}

/** Closes questions and boxes, as somebody who wants nothing of them. */
export async function closeDialogs(page: Page): Promise<void> {
  const editor = page.getByLabel(/^New (price|quantity|trigger)/).filter({ visible: true });
  if ((await editor.count()) > 0) await editor.first().press('Escape', SOON);
  for (let left = 6; left > 0; left -= 1) {
    if ((await dialogs(page).filter({ visible: true }).count()) === 0) return;
    await page.keyboard.press('Escape');
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
}

/** Closes the notices, which may lie over what is to be pressed. */
export async function closeNotices(page: Page): Promise<void> {
  const close = page.locator('[aria-label="Close notice"]').filter({ visible: true });
  for (let left = await close.count(); left > 0; left -= 1)
    await close
      .first()
      .click({ timeout: 1_000 })
      .catch(() => undefined); // it went by itself
  // Notices were taken away here and not by the person, who did not look for the focus there.
  await page.evaluate(() => {
    window.restless.focused = null;
  });
}

/** Takes the pointer to a place where nothing waits for it. */
export const letGo = (page: Page): Promise<void> => page.mouse.move(900, 6);
