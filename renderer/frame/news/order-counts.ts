export const ordersWords = (count: number): string => (count === 1 ? '1 order' : `${count} orders`);

/** Open orders of both kinds; an algo order counts once, whatever is in its tree. */
export interface OpenOrders {
  readonly orders: number;
  readonly algos: number;
}

/** Both kinds in words: "3 orders and 1 algo order"; "" where there are none. */
export function openWords({ orders, algos }: OpenOrders): string {
  const ofAlgos = algos === 1 ? '1 algo order' : `${algos} algo orders`;
  return [...(orders === 0 ? [] : [ordersWords(orders)]), ...(algos === 0 ? [] : [ofAlgos])].join(' and ');
}

/** What a cancel of all leaves alone; `elsewhere` is what is open of other symbols. */
export function staysWords(elsewhere: OpenOrders | null): string {
  const others = elsewhere === null ? '' : openWords(elsewhere);
  return others === ''
    ? 'Positions stay as they are.'
    : `Positions stay as they are, and so do ${others} of other symbols.`;
}
