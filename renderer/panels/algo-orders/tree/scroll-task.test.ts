import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeRowsApart } from './scroll-task.ts';

/* What a document does with a scroll: it is shown to the element around first, then to the view, unless stopped. */

class Around {
  readonly capturing = new Set<(event: Event) => void>();
  addEventListener(type: string, listener: (event: Event) => void, options: { capture: boolean }): void {
    if (type === 'scroll' && options.capture) this.capturing.add(listener);
  }
  removeEventListener(type: string, listener: (event: Event) => void, options: { capture: boolean }): void {
    if (type === 'scroll' && options.capture) this.capturing.delete(listener);
  }
}

/** A view of a grid, whose making of rows takes `costs` ms. */
class View {
  scrollLeft = 0;
  costs = 0;
  /** What was done to it, with the time since the start in ms. */
  readonly done: string[] = [];
  readonly #around: Around;
  constructor(around: Around) {
    this.#around = around;
  }
  dispatchEvent(event: Event): boolean {
    let stopped = false;
    Object.defineProperties(event, {
      target: { value: this },
      stopPropagation: { value: () => (stopped = true) },
    });
    for (const listener of this.#around.capturing) listener(event);
    if (!stopped) {
      this.done.push(`rows at ${performance.now()}`);
      clock += this.costs;
    }
    return true;
  }
  getBoundingClientRect(): void {
    this.done.push(`layout at ${performance.now()}`);
  }
  scroll(sideways = 0): void {
    this.scrollLeft += sideways;
    this.dispatchEvent(new Event('scroll'));
  }
}

let clock = 0;
const setUp = (): { view: View; around: Around; stop: () => void } => {
  const around = new Around();
  return { view: new View(around), around, stop: makeRowsApart(around as unknown as Element) };
};
/** Lets so many ms pass, with what is due in them. */
function pass(ms: number): void {
  for (let step = 0; step < ms; step += 1) {
    clock += 1;
    vi.advanceTimersByTime(1);
  }
}

beforeEach(() => {
  clock = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
  vi.stubGlobal('Element', View);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('a scroll of a grid', () => {
  it('makes its rows in a task of their own and lays them out in another', () => {
    const { view } = setUp();
    view.scroll();
    expect(view.done).toEqual([]);
    vi.advanceTimersToNextTimer();
    expect(view.done).toEqual(['rows at 0']);
    vi.advanceTimersToNextTimer();
    expect(view.done).toEqual(['rows at 0', 'layout at 0']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('makes them once for all that was scrolled until then', () => {
    const { view } = setUp();
    for (let i = 0; i < 5; i += 1) view.scroll();
    pass(5);
    expect(view.done.filter((each) => each.startsWith('rows'))).toHaveLength(1);
  });

  it('that comes between the making and the layout has its rows made after that', () => {
    const { view } = setUp();
    view.scroll();
    vi.advanceTimersToNextTimer();
    view.scroll();
    pass(5);
    expect(view.done.map((each) => each.split(' ')[0])).toEqual(['rows', 'layout', 'rows', 'layout']);
  });

  it('is passed on at once where it goes sideways', () => {
    const { view } = setUp();
    view.scroll(40);
    expect(view.done).toEqual(['rows at 0']);
    expect(vi.getTimerCount()).toBe(0);
    view.scroll();
    expect(view.done).toEqual(['rows at 0']);
  });

  it('takes a quarter of the time at most: rows that took 10 ms are followed by 30 ms without any', () => {
    const { view } = setUp();
    view.costs = 10;
    view.scroll();
    pass(2);
    for (let ms = 0; ms < 60; ms += 1) {
      view.scroll();
      pass(1);
    }
    const made = view.done.filter((each) => each.startsWith('rows')).map((each) => Number(each.split(' at ')[1]));
    expect(made).toEqual([1, 41, 81]);
  });

  it('of two views makes the rows of both, and lays them out after that', () => {
    const { view, around } = setUp();
    const other = new View(around);
    view.scroll();
    other.scroll();
    vi.advanceTimersToNextTimer();
    expect([view.done, other.done]).toEqual([['rows at 0'], ['rows at 0']]);
    vi.advanceTimersToNextTimer();
    expect(other.done).toEqual(['rows at 0', 'layout at 0']);
  });

  it('at the end is as without it, and what waited is let go', () => {
    const { view, around, stop } = setUp();
    view.scroll();
    stop();
    expect(vi.getTimerCount()).toBe(0);
    expect(around.capturing.size).toBe(0);
    view.scroll();
    expect(view.done).toEqual(['rows at 0']);
  });
});
