import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test } from 'playwright/test';
import { CHROMIUM_ARGS, chromiumPath } from '../support/browser.ts';

test.skip(process.platform === 'win32', 'The stand-in for the browser is a shell script.');

test('npm start opens a window of its own with the terminal, and ends when it is closed', async () => {
  const place = await mkdtemp(join(tmpdir(), 'quarterdeck-window-'));
  const real = chromiumPath('a window') ?? chromium.executablePath();
  // The real browser, but without a screen, and so that this test can look into it.
  const flags = [...CHROMIUM_ARGS, '--headless', '--remote-debugging-port=0'].join(' ');
  await writeFile(join(place, 'chromium'), `#!/bin/sh\nexec "${real}" ${flags} "$@"\n`);
  await chmod(join(place, 'chromium'), 0o755);
  const program = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../electron/shells/start/start.ts'), '--browser', '--data-dir', join(place, 'data')],
    { env: { ...process.env, PATH: `${place}:${process.env['PATH'] ?? ''}` }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const ended = once(program, 'exit');
  let said = '';
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  try {
    const portFile = join(place, 'data', 'browser', 'DevToolsActivePort');
    const readPort = async (): Promise<string> =>
      (await readFile(portFile, 'utf8').catch(() => '')).split('\n')[0] ?? '';
    await expect.poll(readPort, { message: said, timeout: 30_000 }).toMatch(/^\d+$/);
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${await readPort()}`);
    const pages = (): string[] => browser.contexts().flatMap((context) => context.pages().map((page) => page.url()));
    await expect.poll(pages).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/)]);
    const [page] = browser.contexts().flatMap((context) => context.pages());
    if (page === undefined) throw new Error('no page');
    await page.getByRole('region', { name: 'Order entry' }).waitFor();

    const control = await browser.newBrowserCDPSession();
    await control.send('Browser.close').catch(() => undefined);
    expect(await ended).toEqual([0, null]);
    expect(said.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^Quarterdeck opens in .*chromium\. Ctrl\+C stops it\.$/),
    ]);
  } finally {
    program.kill('SIGKILL');
    await rm(place, { recursive: true, force: true });
  }
});
