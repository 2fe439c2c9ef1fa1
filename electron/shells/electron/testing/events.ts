/** Something that fires events: keeps the listeners and fires them as Electron does. */
export interface Fires {
  /** Electron's `on` has a type for each event's name; a stand-in takes them all. */
  readonly on: never;
  fire(name: string, ...args: readonly unknown[]): void;
  names(): readonly string[];
}

export function fires(): Fires {
  const listeners: [string, (...args: readonly unknown[]) => void][] = [];
  const on = (name: string, listener: (...args: readonly unknown[]) => void): void =>
    void listeners.push([name, listener]);
  return {
    on: on as never, // see above: any listener fits
    fire: (name, ...args) => {
      for (const [its, listener] of listeners) if (its === name) listener(...args);
    },
    names: () => listeners.map(([name]) => name),
  };
}

/** An event that can be prevented, with what else it says. */
export function preventable<More extends object>(more: More): More & { preventDefault(): void; prevented(): boolean } {
  let prevented = false;
  return { ...more, preventDefault: () => void (prevented = true), prevented: () => prevented };
}
