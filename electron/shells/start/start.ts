import { refuseEnvironment, refuseNode } from './node-version.ts';

/*
 * `npm start`: the terminal in Electron where its runtime is there or can be fetched, else in a browser
 * of this machine. Nothing that needs the right Node is loaded before the Node is known to be right.
 */
const refusal = refuseNode(process.versions.node) ?? refuseEnvironment(process.env);
if (refusal !== null) {
  process.stderr.write(`${refusal}\n`);
  process.exit(1);
}
const { start } = await import('./choose.ts');
process.exit(await start(process.argv.slice(2)));
