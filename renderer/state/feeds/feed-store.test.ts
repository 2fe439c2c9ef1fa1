import { describe, expect, it } from 'vitest';
import { createFeedStore, type FeedStep } from './feed-store.ts';

interface Row {
  readonly id: string;
  readonly price: string;
}

describe('the store of a feed', () => {
  it('is loading until the first snapshot, an empty one too', () => {
    const feed = createFeedStore<Row>('id');
    expect(feed.store.getState().status).toBe('loading');
    feed.sink.snapshot([]);
    expect(feed.store.getState()).toMatchObject({ status: 'live', version: 1 });
  });

  it('replaces all rows at a snapshot and single ones at a change', () => {
    const feed = createFeedStore<Row>('id');
    feed.sink.snapshot([
      { id: 'a', price: '1' },
      { id: 'b', price: '2' },
    ]);
    feed.sink.delta([{ id: 'b', price: '3' }], ['a']);
    expect([...feed.store.getState().rows]).toEqual([['b', { id: 'b', price: '3' }]]);
    feed.sink.snapshot([{ id: 'c', price: '4' }]);
    expect([...feed.store.getState().rows.keys()]).toEqual(['c']);
  });

  it('keeps a row that is dropped and put in one change', () => {
    const feed = createFeedStore<Row>('id');
    feed.sink.snapshot([{ id: 'a', price: '1' }]);
    feed.sink.delta([{ id: 'a', price: '2' }], ['a']);
    expect(feed.store.getState().rows.get('a')).toEqual({ id: 'a', price: '2' });
  });

  it('tells its listeners once a change', () => {
    const feed = createFeedStore<Row>('id');
    const versions: number[] = [];
    feed.store.subscribe((state) => versions.push(state.version));
    feed.sink.snapshot([{ id: 'a', price: '1' }]);
    feed.sink.delta([{ id: 'b', price: '1' }], []);
    expect(versions).toEqual([1, 2]);
  });

  it('has rows that are another object after each change, so that one who selects them sees it', () => {
    const feed = createFeedStore<Row>('id');
    const seen = new Set([feed.store.getState().rows]);
    feed.sink.snapshot([{ id: 'a', price: '1' }]);
    seen.add(feed.store.getState().rows);
    feed.sink.delta([{ id: 'a', price: '2' }], []);
    seen.add(feed.store.getState().rows);
    feed.forget();
    seen.add(feed.store.getState().rows);
    expect(seen.size).toBe(4);
  });

  it('begins with what is there for one who follows later, and ends when told', () => {
    const feed = createFeedStore<Row>('id');
    const steps: FeedStep<Row>[] = [];
    feed.sink.snapshot([{ id: 'a', price: '1' }]);
    const stop = feed.follow((step) => steps.push(step));
    feed.sink.delta([{ id: 'b', price: '1' }], []);
    stop();
    feed.sink.delta([], ['a']);
    expect(steps).toEqual([
      { fresh: true, put: [{ id: 'a', price: '1' }], drop: [] },
      { fresh: false, put: [{ id: 'b', price: '1' }], drop: [] },
    ]);
  });

  it('forgets its rows, so that old ones are not taken for new when the feed comes back', () => {
    const feed = createFeedStore<Row>('id');
    feed.sink.snapshot([{ id: 'a', price: '1' }]);
    feed.forget();
    expect(feed.store.getState()).toMatchObject({ status: 'loading' });
    expect(feed.store.getState().rows.size).toBe(0);
  });
});
