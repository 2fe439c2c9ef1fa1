/** Where no ticket is open, nothing waits longer for one. */
const LONGEST_MS = 1_000;

let show = (): void => undefined;
const shown = new Promise<void>((resolve) => {
  show = resolve;
});

/** Says that the ticket can be typed into; the browser's timeline shows when. */
export function ticketIsShown(): void {
  performance.mark('ticket');
  show();
}

/** Loads what is large and not needed for an order: once the ticket was painted, or soon where there is none. */
export async function afterTicket<Module>(load: () => Promise<Module>): Promise<Module> {
  await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, LONGEST_MS))]);
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: LONGEST_MS }));
  return load();
}
