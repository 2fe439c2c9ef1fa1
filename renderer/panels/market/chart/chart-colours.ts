/** The theme's colours as the chart's canvas needs them. */
export interface ChartColours {
  readonly panel: string;
  readonly textSoft: string;
  readonly textFaint: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly accentFill: string;
  readonly up: string;
  readonly down: string;
  readonly upVolume: string;
  readonly downVolume: string;
  readonly font: string;
}

/** Reads the theme as it is now. */
export function chartColours(element: Element): ChartColours {
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  return {
    panel: token('--panel'),
    textSoft: token('--text-soft'),
    textFaint: token('--text-faint'),
    line: token('--line'),
    lineStrong: token('--line-strong'),
    accentFill: token('--accent-fill'),
    up: token('--up'),
    down: token('--down'),
    // The tokens are #rrggbb; these are the same, mostly transparent.
    upVolume: `${token('--up')}55`,
    downVolume: `${token('--down')}55`,
    font: token('--font'),
  };
}
