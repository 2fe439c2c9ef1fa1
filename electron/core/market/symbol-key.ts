/** Whether a feed's key can be a symbol (protocol.md, 2.1): what is not listed shows as such, what cannot be is refused. */
export const isSymbolKey = (key: string): boolean => /^(?:SPOT|PERP)_[^\s_@]+_[^\s_@]+$/.test(key);
