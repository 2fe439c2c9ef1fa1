import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startPractice, type Practice } from '../../electron/practice/server.ts';
import { expect, test } from '../support/terminal.ts';
import { openUnknown } from '../support/unknown-exchange.ts';

/** An exchange whose words are an attack: they are only ever text on the screen. */

const MARKUP = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
/** Turns what follows around, and hides a letter. */
const HIDDEN = 'safe\u202Elive\u200B\u0007';

let exchange: Practice;
let proxy: Server;
let rest = '';
test.beforeAll(async () => {
  exchange = await startPractice({ limits: false, pastDays: 0, seed: 9 });
  const { hostname, port } = new URL(exchange.rest);
  proxy = createServer((incoming, outgoing) => {
    if (incoming.method === 'POST' && incoming.url === '/v3/trade/order') {
      outgoing.writeHead(400, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify({ success: false, code: -1012, message: `${MARKUP} ${HIDDEN}` }));
      return;
    }
    const { method, url: path, headers } = incoming;
    const onward = request({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  rest = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`; // it listens on TCP
});
test.afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await exchange.close();
});

test('markup and turning characters in the exchange’s refusal and in names are shown as text', async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective }) => {
      document.documentElement.dataset['violation'] = violatedDirective;
    });
  });
  await page.reload();
  await page.getByRole('region', { name: 'Order entry' }).waitFor();
  await page.getByRole('button', { name: /^Environment/ }).click();
  await page.getByRole('button', { name: 'Edit profiles' }).click();
  const panel = page.getByRole('region', { name: 'Profiles', exact: true });
  const name = '<b>Main</b>';
  await panel.getByRole('button', { name: 'Add profile' }).click();
  await panel.getByLabel('Name').fill(name);
  await panel.getByLabel('Addresses').selectOption('own');
  await panel.getByLabel('REST address').fill(rest);
  await panel.getByLabel('Public stream address').fill(exchange.publicStream);
  await panel.getByLabel('Private stream address').fill(exchange.privateStream);
  await panel.getByRole('button', { name: 'Save profile' }).click();
  await panel.getByRole('heading', { name, exact: true }).waitFor();
  for (const field of ['New passphrase', 'Passphrase again']) await panel.getByLabel(field).fill('three short words');
  await panel.getByRole('button', { name: 'Choose passphrase' }).click();
  await panel.getByLabel('API key').fill(exchange.key);
  await panel.getByLabel('API secret').fill(exchange.secret);
  await panel.getByRole('button', { name: 'Save key' }).click();
  await panel.getByText('is saved').waitFor();
  await openUnknown(page, name);
  await expect(page).toHaveTitle(/Staging/);
  const ticket = page.getByRole('region', { name: 'Order entry' });
  await page.getByRole('region', { name: 'Order book' }).getByText('Spread').first().waitFor();
  await ticket.getByLabel('Price', { exact: true }).fill('60000');
  await ticket.getByLabel('Quantity', { exact: true }).fill('0.01');
  await ticket.getByRole('button', { name: /^Buy 0.01 BTC/ }).click();
  const question = page.getByRole('dialog', { name: 'Place this order?' });
  await ticket.getByText('<img src=x', { exact: false }).or(question).first().waitFor();
  if (await question.isVisible()) await question.getByRole('button', { name: 'Buy', exact: true }).click();
  await expect(ticket.getByText('<script>window.hacked=1</script>', { exact: false }).first()).toBeVisible();

  await page.getByRole('tab', { name: 'Activity' }).click();
  const activity = page.getByRole('region', { name: 'Activity' });
  await expect(activity.getByText('safe⟨U+202E⟩live⟨U+200B⟩', { exact: false }).first()).toBeVisible();

  const found = await page.evaluate(() => ({
    hacked: 'hacked' in window,
    pictures: document.querySelectorAll('img[src="x"]').length,
    violation: document.documentElement.dataset['violation'] ?? null,
  }));
  expect(found).toEqual({ hacked: false, pictures: 0, violation: null });
});
