import type { Page } from 'playwright';

/** Opens the profile that the panel shows, whose exchange the program does not know: it asks for the name at first. */
export async function openUnknown(page: Page, name: string): Promise<void> {
  const panel = page.getByRole('region', { name: 'Profiles', exact: true });
  await panel.getByRole('button', { name: 'Open profile' }).click();
  const question = page.getByRole('dialog', { name: 'Open an unknown exchange?' });
  await question.getByLabel(`Type ${name} to open it`).fill(name);
  await question.getByRole('button', { name: 'Open it' }).click();
}
