import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchChromium } from '../support/browser.ts';
import { startProgram } from '../support/program.ts';
import { scenes } from './scenes.ts';

/**
 * Drives the terminal through its panels and states and writes a folder of pictures with an index
 * page: `npm run shots`, or `npm run shots -- ticket` for the scenes whose name contains a word.
 */
const FOLDER = join(import.meta.dirname, '../../artifacts/shots');
const SIZES = [
  { width: 1100, height: 700 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
] as const;
const THEMES = ['dark', 'light'] as const;

async function main(): Promise<number> {
  const words = process.argv.slice(2);
  const chosen = scenes.filter((scene) => words.length === 0 || words.some((word) => scene.name.includes(word)));
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const browser = await launchChromium();
  let failed = 0;
  const taken: { scene: string; shows: string; file: string }[] = [];
  try {
    for (const scene of chosen) {
      for (const theme of THEMES) {
        const program = await startProgram({
          settings: { settings: { theme, updown: 'green-red', density: 'compact', utc: true, sound: false } },
        });
        const context = await browser.newContext({ viewport: SIZES[0], deviceScaleFactor: 1 });
        const page = await context.newPage();
        try {
          await page.goto(program.address);
          await scene.drive(page, program);
          for (const size of SIZES) {
            await page.setViewportSize(size);
            await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
            const file = `${scene.name}-${theme}-${size.width}x${size.height}.png`;
            await page.screenshot({ path: join(FOLDER, file) });
            taken.push({ scene: scene.name, shows: scene.shows, file });
          }
          console.log(`${scene.name} ${theme}`);
        } catch (error) {
          failed += 1;
          await page.screenshot({ path: join(FOLDER, `failed-${scene.name}-${theme}.png`) });
          console.error(`${scene.name} ${theme} failed: ${error instanceof Error ? error.message : String(error)}`);
        } finally {
          await context.close();
          await program.stop();
        }
      }
    }
  } finally {
    await browser.close();
  }
  await writeFile(join(FOLDER, 'index.html'), indexPage(taken));
  console.log(`${taken.length} pictures in artifacts/shots/index.html`);
  return failed === 0 ? 0 : 1;
}

function indexPage(taken: readonly { scene: string; shows: string; file: string }[]): string {
  const figures = taken.map(
    ({ scene, shows, file }) =>
      `<figure><a href="${file}"><img loading="lazy" src="${file}" alt="${scene}"></a><figcaption>${file}<br>${shows}</figcaption></figure>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Quarterdeck, in pictures</title>
<style>body{font:14px system-ui;margin:16px;display:grid;grid-template-columns:repeat(auto-fill,minmax(420px,1fr));gap:16px}
figure{margin:0}img{width:100%;border:1px solid #8888}</style>
${figures.join('\n')}
`;
}

process.exitCode = await main();
