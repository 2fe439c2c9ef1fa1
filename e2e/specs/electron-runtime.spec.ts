import { join } from 'node:path';
import { _electron, expect, test } from 'playwright/test';
import { buildShells } from '../../build/package/bundle.ts';
import { buildPageInto } from '../../build/page/page.ts';
import { ROOT } from '../../build/page/page-source.ts';
import { findRuntime } from '../../electron/shells/start/electron-runtime.ts';

const runtime = findRuntime(join(ROOT, 'node_modules', 'electron'));

test.skip(runtime === null, 'The Electron runtime has not been fetched on this machine (npm start -- --electron).');

test('the terminal opens in Electron, trades for practice, and keeps the page from everything else', async () => {
  const dist = join(ROOT, 'dist');
  await Promise.all([buildPageInto(join(dist, 'page')), buildShells(dist)]);
  const app = await _electron.launch({
    executablePath: runtime ?? '',
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ROOT, '--data-dir', test.info().outputPath('data')],
  });
  try {
    const page = await app.firstWindow();
    await page.getByRole('region', { name: 'Order entry' }).waitFor();
    expect(page.url()).toBe('app://terminal/');

    const reach = await page.evaluate(async () => ({
      node: [typeof Reflect.get(globalThis, 'require'), typeof Reflect.get(globalThis, 'process')],
      bridge: Object.getOwnPropertyNames(Reflect.get(globalThis, 'quarterdeck')).sort(),
      opened: window.open('https://example.com') === null,
      fetched: await fetch('https://example.com').then(
        () => true,
        () => false,
      ),
    }));
    expect(reach).toEqual({
      node: ['undefined', 'undefined'],
      bridge: ['onText', 'send'],
      opened: true,
      fetched: false,
    });

    await page.evaluate(() => location.assign('https://example.com'));
    expect(page.url()).toBe('app://terminal/');
  } finally {
    await app.close();
  }
});
