import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readDurable, writeDurable } from './durable-file.ts';
import { Vault, type Keychain } from './vault.ts';

const QUICK = { cost: 2 ** 4, blockSize: 8, parallel: 1 };
const SECRET = 'canary-secret-5f1d';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-vault-'));
  path = join(folder, 'vault');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A keychain that turns bits, as a stand-in for the platform's; its backend can change, and the tag of its ciphertext. */
function keychain(backend = 'gnome_libsecret', tag = 'v11'): Keychain {
  const turn = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ 0x5a));
  return {
    backend,
    wrap: async (key) => Buffer.concat([Buffer.from(tag), turn(key)]),
    unwrap: async (wrapped) => turn(wrapped.subarray(tag.length)),
  };
}

async function filled(chain: Keychain | null = null): Promise<Vault> {
  const vault = Vault.open(path, chain);
  await vault.create(Buffer.from('open sesame'), QUICK);
  vault.put('live', 'key-1', Buffer.from(SECRET));
  return vault;
}

const signs = (vault: Vault, name = 'live'): string | undefined => {
  const credentials = vault.credentials(name);
  return credentials === null ? undefined : createHmac('sha256', credentials.secret).update('x').digest('hex');
};
const EXPECTED = createHmac('sha256', SECRET).update('x').digest('hex');

describe('the vault', () => {
  test('gives a secret back as a key that signs the same, after a restart and the right passphrase', async () => {
    await filled();
    const again = Vault.open(path, null);
    expect(again.locked).toBe(true);
    expect(await again.unlock(Buffer.from('open sesame'))).toEqual({ ok: true });
    expect(again.credentials('live')?.key).toBe('key-1');
    expect(signs(again)).toBe(EXPECTED);
  });

  test('says that a passphrase is wrong and stays locked', async () => {
    await filled();
    const again = Vault.open(path, null);
    expect(await again.unlock(Buffer.from('open sesamE'))).toEqual({ ok: false, why: 'wrong-passphrase' });
    expect(again.locked).toBe(true);
    expect(() => again.credentials('live')).toThrow(/locked/);
  });

  test('opens by its passphrase, and is made, where the keychain refuses or the disk is full', async () => {
    const refusing: Keychain = {
      ...keychain('kwallet6'),
      wrap: () => Promise.reject(new Error('the keyring is locked')),
    };
    await filled(refusing);
    const again = Vault.open(path, refusing);
    expect(await again.unlock(Buffer.from('open sesame'))).toEqual({ ok: true });
    expect(signs(again)).toBe(EXPECTED);

    const full = Vault.open(path, keychain('another'));
    mkdirSync(`${path}.new`); // nothing can be written there
    expect(await full.unlock(Buffer.from('open sesame'))).toEqual({ ok: true });
    expect(signs(full)).toBe(EXPECTED);
  });

  test('wipes the buffers that it is handed', async () => {
    const vault = Vault.open(path, null);
    const passphrase = Buffer.from('open sesame');
    await vault.create(passphrase, QUICK);
    const secret = Buffer.from(SECRET);
    vault.put('live', 'key-1', secret);
    expect([...passphrase, ...secret].every((byte) => byte === 0)).toBe(true);
  });

  test('keeps neither secret nor passphrase in its file, in no encoding', async () => {
    await filled(keychain());
    const text = readFileSync(path, 'utf8');
    for (const canary of [SECRET, 'open sesame'])
      for (const form of ['utf8', 'base64', 'hex'] as const)
        expect(text).not.toContain(Buffer.from(canary).toString(form));
  });

  test('opens by the keychain alone where there is one', async () => {
    await filled(keychain());
    const again = Vault.open(path, keychain());
    expect(await again.unlockWithKeychain()).toEqual({ ok: true });
    expect(signs(again)).toBe(EXPECTED);
  });

  test('loses nothing when the keychain changes: the passphrase opens it, and the new keychain knows it then', async () => {
    await filled(keychain('kwallet6'));
    const broken: Keychain = { ...keychain('gnome_libsecret'), unwrap: () => Promise.reject(new Error('no such key')) };
    expect(await Vault.open(path, broken).unlockWithKeychain()).toEqual({ ok: false, why: 'keychain-failed' });
    const moved = Vault.open(path, keychain('gnome_libsecret'));
    expect(await moved.unlock(Buffer.from('open sesame'))).toEqual({ ok: true });
    expect(signs(moved)).toBe(EXPECTED);
    expect(await Vault.open(path, keychain('gnome_libsecret')).unlockWithKeychain()).toEqual({ ok: true });
  });

  test.each([
    ['refuses what it wrapped', () => Promise.reject(new Error('no such key'))],
    ['makes something else of it', async () => Buffer.alloc(32, 7)],
  ])('is known to a keychain that was reset and %s, once the passphrase opened it', async (_, unwrap) => {
    await filled(keychain());
    const old = JSON.parse(readDurable(path)?.text ?? '').keychain.data;
    const anew: Keychain = {
      ...keychain(),
      wrap: async (key) => Buffer.concat([Buffer.from('v11'), Buffer.from(key).reverse()]),
      unwrap: async (wrapped) =>
        wrapped.toString('base64') === old ? unwrap() : Buffer.from(wrapped.subarray(3)).reverse(),
    };
    const moved = Vault.open(path, anew);
    expect(await moved.unlockWithKeychain()).toEqual({ ok: false, why: 'keychain-failed' });
    expect(await moved.unlock(Buffer.from('open sesame'))).toEqual({ ok: true });
    const next = Vault.open(path, anew);
    expect(await next.unlockWithKeychain()).toEqual({ ok: true });
    expect(signs(next)).toBe(EXPECTED);
  });

  test('keeps no copy of a keychain whose key everybody knows, and works by its passphrase', async () => {
    const vault = await filled(keychain('gnome_libsecret', 'v10'));
    expect(vault.wasExposed).toBe(false);
    expect(JSON.parse(readDurable(path)?.text ?? '').keychain).toBeNull();
    const again = Vault.open(path, keychain('gnome_libsecret', 'v10'));
    expect(await again.unlock(Buffer.from('open sesame'))).toEqual({ ok: true });
    expect(JSON.parse(readDurable(path)?.text ?? '').keychain).toBeNull();
  });

  test.each([null, keychain('gnome_libsecret', 'v10'), keychain()])(
    'removes the copy of an earlier version that everybody could open, and loses nothing else (%#)',
    async (chain) => {
      await filled(keychain());
      // As versions before wrote it where no keyring answered: both copies of the file have it.
      const { text = '', generation = 0 } = readDurable(path) ?? {};
      const file = JSON.parse(text);
      const exposed = (await keychain('gnome_libsecret', 'v10').wrap(Buffer.alloc(32, 3))).toString('base64');
      file.keychain = { backend: 'gnome_libsecret', data: exposed };
      writeDurable(path, JSON.stringify(file), generation + 1);

      const opened = Vault.open(path, chain);
      expect(opened.wasExposed).toBe(true);
      for (const copy of [path, `${path}.copy`]) expect(readFileSync(copy, 'utf8')).not.toContain(exposed);
      expect(await opened.unlockWithKeychain()).toEqual({ ok: false, why: 'no-keychain-copy' });
      expect(await opened.unlock(Buffer.from('open sesame'))).toEqual({ ok: true });
      expect(signs(opened)).toBe(EXPECTED);
      expect(Vault.open(path, chain).wasExposed).toBe(false);
    },
  );

  test('keeps what the keychain has where that does not answer once', async () => {
    await filled(keychain());
    const asleep: Keychain = {
      ...keychain(),
      wrap: () => Promise.reject(new Error('the keyring is locked')),
      unwrap: () => Promise.reject(new Error('the keyring is locked')),
    };
    const locked = Vault.open(path, asleep);
    await locked.unlockWithKeychain();
    expect(await locked.unlock(Buffer.from('open sesame'))).toEqual({ ok: true });
    expect(await Vault.open(path, keychain()).unlockWithKeychain()).toEqual({ ok: true });
  });

  test('says in a sentence that it cannot be written, and keeps what it had', async () => {
    const vault = await filled();
    rmSync(folder, { recursive: true });
    const words = expect.stringContaining('The file with the keys cannot be written');
    for (const change of [() => vault.put('live', 'key-2', Buffer.from('x')), () => vault.remove('live')])
      expect(change).toThrow(
        expect.objectContaining({ fault: { kind: 'NotAllowed', policy: 'journal', reason: words } }),
      );
    expect(vault.keyName('live')).toBe('key-1');
    expect(signs(vault)).toBe(EXPECTED);
  });

  test('never opens with what a wrong keychain gives', async () => {
    await filled(keychain());
    const wrong: Keychain = { ...keychain(), unwrap: async () => Buffer.alloc(32, 7) };
    expect(await Vault.open(path, wrong).unlockWithKeychain()).toEqual({ ok: false, why: 'keychain-failed' });
  });

  test('is locked again by lock, and hands nothing out then', async () => {
    const vault = await filled();
    vault.lock();
    expect(vault.locked).toBe(true);
    expect(() => vault.credentials('live')).toThrow(/locked/);
    expect(() => vault.put('live', 'k', Buffer.from('s'))).toThrow(/locked/);
  });

  test('replaces, lists and removes', async () => {
    const vault = await filled();
    vault.put('live', 'key-2', Buffer.from('other'));
    vault.put('staging', 'key-3', Buffer.from('third'));
    expect(vault.credentials('live')?.key).toBe('key-2');
    expect(vault.names).toEqual(['live', 'staging']);
    vault.remove('live');
    expect(vault.credentials('live')).toBeNull();
    expect(vault.credentials('constructor')).toBeNull();
  });

  test('notices an entry that was swapped or renamed outside the program', async () => {
    const vault = await filled();
    vault.put('staging', 'key-3', Buffer.from('third'));
    const read = readDurable(path);
    const file = JSON.parse(read?.text ?? '');
    file.entries.live.sealed = file.entries.staging.sealed;
    file.entries.staging.key = 'key-4';
    writeDurable(path, JSON.stringify(file), (read?.generation ?? 0) + 1);
    const again = Vault.open(path, null);
    await again.unlock(Buffer.from('open sesame'));
    expect(() => again.credentials('live')).toThrow(/changed outside/);
    expect(() => again.credentials('staging')).toThrow(/changed outside/);
  });

  test('one copy damaged at any byte: opens from the other and says which', async () => {
    await filled();
    const whole = readFileSync(path);
    for (let at = 0; at < whole.length; at += 7) {
      writeFileSync(path, whole.subarray(0, at));
      const again = Vault.open(path, null);
      expect(again.damaged).toEqual([path]);
      expect(again.names).toEqual(['live']);
    }
  });

  test('a file of a newer version is refused and left as it is', async () => {
    writeDurable(path, JSON.stringify({ version: 2 }), 5);
    expect(() => Vault.open(path, null)).toThrow(/version/);
    expect(readDurable(path)?.text).toBe('{"version":2}');
  });

  test('derives the same key for the same purpose and another for another', async () => {
    const vault = await filled();
    const tag = (purpose: string): string => createHmac('sha256', vault.derive(purpose)).update('x').digest('hex');
    expect(tag('address book')).toBe(tag('address book'));
    expect(tag('address book')).not.toBe(tag('activity'));
  });

  test('cannot be made twice, nor with an empty passphrase', async () => {
    const vault = Vault.open(path, null);
    await expect(vault.create(Buffer.alloc(0), QUICK)).rejects.toThrow(/empty/);
    await vault.create(Buffer.from('a'), QUICK);
    await expect(vault.create(Buffer.from('b'), QUICK)).rejects.toThrow(/already/);
  });
});
