/**
 * The name that people say of a symbol: "BTC-PERP" for PERP_BTC_USDT, "BTC/USDT" for SPOT_BTC_USDT. A perpetual of
 * another quote currency keeps it: "BTC-USDC-PERP".
 *
 * @param symbol as the exchange writes it; one of another form is its own name.
 */
export function symbolName(symbol: string): string {
  const [kind, base, quote, ...rest] = symbol.split('_');
  if (base === undefined || quote === undefined || rest.length > 0) return symbol;
  if (kind === 'SPOT') return `${base}/${quote}`;
  if (kind === 'PERP') return quote === 'USDT' ? `${base}-PERP` : `${base}-${quote}-PERP`;
  return symbol;
}
