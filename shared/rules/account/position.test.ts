import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, negate, type Decimal } from '../../decimal.ts';
import { liquidationDistance, positionAfter, returnOnEquity, unrealisedPnl } from './position.ts';

const maybe = (text: string | null): Decimal | null => (text === null ? null : decimal(text));

const held = (holding: string, entry: string | null, mark: string | null, liquidation: string | null = null) => ({
  holding: decimal(holding),
  averageOpenPrice: maybe(entry),
  markPrice: maybe(mark),
  liquidationPrice: maybe(liquidation),
});

/** Decimal text with up to four decimals from whole ten-thousandths. */
const tenThousandths = (units: number): string =>
  `${units < 0 ? '-' : ''}${Math.trunc(Math.abs(units) / 10_000)}.${String(Math.abs(units) % 10_000).padStart(4, '0')}`;

describe('the profit that is not taken yet', () => {
  it.each([
    ['a long above its entry', '0.25', '60000', '60100.5', '25.125'],
    ['a long below its entry', '0.25', '60000', '59900', '-25'],
    ['a short above its entry', '-0.25', '60000', '60100', '-25'],
    ['a short below its entry', '-0.25', '60000', '59900', '25'],
    ['no change', '3', '100.10', '100.1', '0'],
    ['digits that a float would lose', '123456789.000000001', '0.1', '0.3', '24691357.8000000002'],
  ])('is exact for %s', (_, holding, entry, mark, profit) => {
    expect(unrealisedPnl(held(holding, entry, mark))).toBe(profit);
  });

  it('is not known without both prices', () => {
    expect(unrealisedPnl(held('1', null, '2'))).toBeNull();
    expect(unrealisedPnl(held('1', '2', null))).toBeNull();
  });

  it('is what the other side of the same position loses, to the last digit', () => {
    const units = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map(tenThousandths);
    fc.assert(
      fc.property(units, units, units, (holding, entry, mark) => {
        const position = held(holding, entry, mark);
        const other = { ...position, holding: negate(position.holding) };
        const profit = unrealisedPnl(position);
        expect(unrealisedPnl(other)).toBe(profit === null ? null : negate(profit));
      }),
    );
  });
});

describe('the distance to liquidation', () => {
  it.each([
    ['a long half way down', held('1', '100', '90', '80'), '10', '11.11', '0.5'],
    ['a long above its entry', held('1', '100', '110', '80'), '30', '27.27', '1'],
    ['a long that has reached it', held('1', '100', '80', '80'), '0', '0', '0'],
    ['a long past it', held('1', '100', '79', '80'), '-1', '-1.26', '0'],
    ['a short half way up', held('-1', '100', '110', '120'), '10', '9.09', '0.5'],
    ['a short below its entry', held('-1', '100', '60', '120'), '60', '100', '1'],
    ['an entry beyond liquidation', held('1', '70', '90', '80'), '10', '11.11', null],
    ['an entry that is not known', held('1', null, '90', '80'), '10', '11.11', null],
  ])('of %s', (_, position, price, percent, left) => {
    expect(liquidationDistance(position)).toEqual({ price, percent, left });
  });

  it.each([
    ['no liquidation price', held('1', '100', '90', null)],
    ['a liquidation price of zero, which means none', held('1', '100', '90', '0')],
    ['no mark price', held('1', '100', null, '80')],
    ['nothing held', held('0', '100', '90', '80')],
  ])('is not known with %s', (_, position) => {
    expect(liquidationDistance(position)).toBeNull();
  });
});

describe('the return on the margin that opened a position', () => {
  it.each([
    // (66,000 − 60,000) × 0.5 at 10×: 3,000 of 3,000
    ['0.5', '60000', '66000', 10, '100'],
    ['-0.5', '60000', '66000', 10, '-100'],
    ['1', '30000', '30001', 3, '0.01'],
  ] as const)('of %s from %s at %s and %s×', (holding, entry, mark, leverage, percent) => {
    expect(returnOnEquity(held(holding, entry, mark), leverage)).toBe(percent);
  });
  it('is not known without a price, a leverage or a position', () => {
    expect(returnOnEquity(held('1', '1', null), 10)).toBeNull();
    expect(returnOnEquity(held('1', '1', '1'), null)).toBeNull();
    expect(returnOnEquity(held('0', '1', '1'), 10)).toBeNull();
  });
});

describe('a liquidation price beyond what the symbol can cost', () => {
  it('is none', () => {
    const short = held('-0.0002', '64000', '64000', '1367504703');
    expect(liquidationDistance(short, decimal('1000000'))).toBeNull();
    expect(liquidationDistance(short, decimal('0'))).not.toBeNull();
    expect(liquidationDistance(short)).not.toBeNull();
  });
});

describe('a position after a fill', () => {
  const of = (
    holding: string,
    entry: string | null,
    side: 'BUY' | 'SELL',
    quantity: string,
    price: string | null,
    closes = false,
  ) => {
    const fill = { side, quantity: decimal(quantity), price: maybe(price), closes };
    return positionAfter({ holding: decimal(holding), entry: maybe(entry) }, fill);
  };
  it.each([
    [
      'opens',
      of('0', null, 'BUY', '2', '100'),
      { holding: '2', entry: '100', closed: '0', opened: '2', realised: '0' },
    ],
    [
      'adds',
      of('2', '100', 'BUY', '2', '110'),
      { holding: '4', entry: '105', closed: '0', opened: '2', realised: '0' },
    ],
    [
      'reduces',
      of('2', '100', 'SELL', '0.5', '110'),
      { holding: '1.5', entry: '100', closed: '0.5', opened: '0', realised: '5' },
    ],
    [
      'closes',
      of('-2', '100', 'BUY', '2', '110'),
      { holding: '0', entry: null, closed: '2', opened: '0', realised: '-20' },
    ],
    [
      'turns',
      of('2', '100', 'SELL', '3', '90'),
      { holding: '-1', entry: '90', closed: '2', opened: '1', realised: '-20' },
    ],
    [
      'can only close',
      of('2', '100', 'SELL', '3', '90', true),
      { holding: '0', entry: null, closed: '2', opened: '0', realised: '-20' },
    ],
    [
      'finds nothing to close',
      of('2', '100', 'BUY', '3', '90', true),
      { holding: '2', entry: '100', closed: '0', opened: '0', realised: '0' },
    ],
    [
      'has no price',
      of('2', '100', 'SELL', '3', null),
      { holding: '-1', entry: null, closed: '2', opened: '1', realised: null },
    ],
    [
      'has an unknown entry',
      of('2', null, 'SELL', '1', '90'),
      { holding: '1', entry: null, closed: '1', opened: '0', realised: null },
    ],
  ] as const)('that %s', (_, found, wanted) => {
    expect(found).toEqual(wanted);
  });
});
