import { expect, it } from 'vitest';
import { createHostKeys, type Admission, type HostKeys } from './keys.ts';
import { newNonce, proof } from './testing/page-key.ts';

const origin = 'http://127.0.0.1:1';

/** A page with the text of a key: it names it, checks the host's proof and gives its own. */
function come(keys: HostKeys, key: string, spoil: (proof: string) => string = (right) => right): Admission | string {
  const offer = keys.offer(key.slice(0, 22));
  if (typeof offer === 'string') return offer;
  const [pageNonce, hostNonce] = [newNonce(), newNonce()];
  const encounter = { origin, pageNonce, hostNonce };
  expect(offer.prove(encounter)).toBe(proof(key, 'host', origin, pageNonce, hostNonce));
  return offer.accept(encounter, spoil(proof(key, 'page', origin, pageNonce, hostNonce)));
}
function letIn(keys: HostKeys, key: string): Admission {
  const admission = come(keys, key);
  if (typeof admission === 'string') throw new Error(admission);
  return admission;
}

it('lets a launch key in once, and calls it spent from then on', () => {
  const keys = createHostKeys();
  const key = keys.launchKey();
  letIn(keys, key);
  expect(come(keys, key)).toBe('spent');
});

it('makes keys of 256 secret bits that never repeat', () => {
  const keys = createHostKeys();
  const seen = new Set<string>();
  for (let round = 0; round < 50; round += 1) {
    const launch = keys.launchKey();
    for (const key of [launch, letIn(keys, launch).session]) {
      expect(Buffer.from(key.slice(22), 'base64url')).toHaveLength(32);
      for (const part of [key.slice(0, 22), key.slice(22)]) {
        expect(seen.has(part)).toBe(false);
        seen.add(part);
      }
    }
  }
});

it('calls an unused launch key spent when a new one is made', () => {
  const keys = createHostKeys();
  const first = keys.launchKey();
  const second = keys.launchKey();
  expect(come(keys, first)).toBe('spent');
  letIn(keys, second);
});

it('takes no wrong proof, and a wrong one does not use the key up', () => {
  const keys = createHostKeys();
  const key = keys.launchKey();
  for (const spoil of [
    () => '',
    () => 'x',
    (right: string) => right.slice(1),
    (right: string) => `${right}A`,
    (right: string) => right.toUpperCase(),
    () => 'A'.repeat(43),
  ])
    expect(come(keys, key, spoil)).toBe('unproved');
  letIn(keys, key);
});

it('takes a proof for neither another place, nor other random bytes, nor the other side', () => {
  const keys = createHostKeys();
  const key = keys.launchKey();
  const offer = keys.offer(key.slice(0, 22));
  if (typeof offer === 'string') throw new Error(offer);
  const encounter = { origin, pageNonce: newNonce(), hostNonce: newNonce() };
  const { pageNonce, hostNonce } = encounter;
  for (const shown of [
    proof(key, 'page', 'http://127.0.0.1:2', pageNonce, hostNonce),
    proof(key, 'page', origin, newNonce(), hostNonce),
    proof(key, 'page', origin, pageNonce, newNonce()),
    offer.prove(encounter),
  ])
    expect(offer.accept(encounter, shown)).toBe('unproved');
});

it('lets one of two in that were offered the same launch key', () => {
  const keys = createHostKeys();
  const key = keys.launchKey();
  const late = keys.offer(key.slice(0, 22));
  if (typeof late === 'string') throw new Error(late);
  letIn(keys, key);
  const encounter = { origin, pageNonce: newNonce(), hostNonce: newNonce() };
  const right = proof(key, 'page', origin, encounter.pageNonce, encounter.hostNonce);
  expect(late.accept(encounter, right)).toBe('spent');
});

it('takes the old session key until the page has shown that it received the new one', () => {
  const keys = createHostKeys();
  const first = letIn(keys, keys.launchKey());
  first.confirm();
  letIn(keys, first.session); // the page never saw this answer
  const again = letIn(keys, first.session);
  again.confirm();
  expect(come(keys, first.session)).toBe('replaced');
  letIn(keys, again.session);
});

it('ends every earlier session key when a new launch key is used, and says that it was replaced', () => {
  const keys = createHostKeys();
  const old = letIn(keys, keys.launchKey());
  old.confirm();
  const later = letIn(keys, keys.launchKey());
  expect(come(keys, old.session)).toBe('replaced');
  later.confirm();
  letIn(keys, later.session);
});

it('does not let a connection that was overtaken confirm itself', () => {
  const keys = createHostKeys();
  const old = letIn(keys, keys.launchKey());
  const later = letIn(keys, keys.launchKey());
  later.confirm();
  old.confirm();
  expect(come(keys, old.session)).toBe('replaced');
  letIn(keys, later.session);
});

it('keeps as many windows as it is told to, each with keys of its own', () => {
  const keys = createHostKeys(2);
  const [first, second] = [letIn(keys, keys.launchKey()), letIn(keys, keys.launchKey())];
  second.confirm();
  const again = letIn(keys, first.session);
  again.confirm();
  letIn(keys, second.session);
  letIn(keys, keys.launchKey());
  expect(come(keys, again.session)).toBe('replaced');
});

it.each(['', 'x', 'A'.repeat(22), 'A'.repeat(100_000), '\u0000'])('knows no id that it never made (%#)', (id) => {
  const keys = createHostKeys();
  keys.launchKey();
  expect(keys.offer(id)).toBe('unknown');
});
