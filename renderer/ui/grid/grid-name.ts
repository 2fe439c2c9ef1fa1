/** Gives a grid its accessible name: the library sets the role and has no option for the name. */
export function nameGrid(api: { getGridId(): string }, name: string): void {
  const grid = document.querySelector(`[grid-id="${CSS.escape(api.getGridId())}"]`);
  grid?.querySelector('[role="grid"], [role="treegrid"]')?.setAttribute('aria-label', name);
}
