/** Says something to a person who does not see the screen, once and without haste. */
export function announce(words: string): void {
  const line = document.createElement('p');
  line.textContent = words;
  const region = speaker();
  region.append(line);
  // What was said is not read again by who walks over the page.
  setTimeout(() => line.remove(), SAID_MS);
}

const SAID_MS = 5_000;

function speaker(): HTMLElement {
  const known = document.querySelector<HTMLElement>('.announcer');
  if (known !== null) return known;
  const region = document.createElement('div');
  region.className = 'announcer unseen';
  region.setAttribute('role', 'log');
  region.setAttribute('aria-label', 'Spoken');
  region.setAttribute('aria-live', 'polite');
  document.body.append(region);
  return region;
}
