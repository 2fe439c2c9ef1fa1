export const ordersWords = (count: number): string => (count === 1 ? '1 order' : `${count} orders`);
