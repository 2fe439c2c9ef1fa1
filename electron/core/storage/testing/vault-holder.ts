import { createHmac } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Vault, type VaultCredentials } from '../vault.ts';

/**
 * A process that holds a vault, for the test that looks into its memory from outside. Commands come
 * line by line on standard input; each is answered by its own name on standard output.
 */
const [, , path = ''] = process.argv;
const vault = Vault.open(path, null);
let credentials: VaultCredentials | null = null;

const commands: Readonly<Record<string, (argument: string) => Promise<void> | void>> = {
  unlock: async (argument) => {
    const answer = await vault.unlock(Buffer.from(argument));
    if (!answer.ok) throw new Error(answer.why);
    credentials = vault.credentials('live');
  },
  sign: (argument) => {
    if (credentials === null) throw new Error('nothing to sign with');
    for (let i = 0; i < Number(argument); i += 1)
      createHmac('sha256', credentials.secret).update(`1700000000000GET/v3/asset/balances${i}`).digest('hex');
  },
  lock: () => {
    credentials = null;
    vault.lock();
  },
  collect: async () => {
    // Freed key material is wiped when the collector ends the KeyObject, some turns after it is dropped.
    for (let i = 0; i < 10; i += 1) {
      globalThis.gc?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const [name = '', argument = ''] = line.split(' ');
  await commands[name]?.(argument);
  console.log(name);
}
