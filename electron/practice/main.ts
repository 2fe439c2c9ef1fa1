import { HELP, readFlags, type Flags } from './flags.ts';
import { startPractice } from './server.ts';

/** Runs a practice exchange in a terminal until SIGINT or SIGTERM. */
function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

let flags: Flags;
try {
  flags = readFlags(process.argv.slice(2));
} catch (error) {
  fail(error);
}
if (flags.help) {
  process.stdout.write(HELP);
} else {
  const { json, help: _help, ...options } = flags;
  const practice = await startPractice(options).catch(fail);
  const { rest, publicStream, privateStream, key, secret, admin } = practice;
  process.stdout.write(
    json
      ? `${JSON.stringify({ rest, publicStream, privateStream, key, secret, admin })}\n`
      : [
          'The practice exchange is ready. No real money is in it.',
          `  REST            ${rest}`,
          `  public stream   ${publicStream}`,
          `  private stream  ${privateStream}?key=<listen key>`,
          `  key             ${key}`,
          `  secret          ${secret}`,
          'More keys (account: permissions, key, secret):',
          ...practice.keys
            .slice(1)
            .map((row) => `  ${row.account}: ${row.permissions.join('+')}, ${row.key}, ${row.secret}`),
          ...(admin === undefined ? [] : [`Admin interface, for tests: ${admin}`]),
          'Ctrl+C stops it.\n',
        ].join('\n'),
  );
  const stop = (): void => {
    void practice.close().then(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}
