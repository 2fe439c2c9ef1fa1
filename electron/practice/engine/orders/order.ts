import type { Order } from '../model.ts';

export const isOpen = (order: Order): boolean => order.status === 'NEW' || order.status === 'PARTIAL_FILLED';
export const remaining = (order: Order): number => order.quantity - order.executed;
export const isRpi = (order: Order): boolean => order.type === 'RPI';
