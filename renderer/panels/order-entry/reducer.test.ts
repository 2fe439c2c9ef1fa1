import { describe, expect, it } from 'vitest';
import { emptyTicket, ticketReducer, type TicketAction } from './reducer.ts';
import type { TicketForm } from './types.ts';

const after = (...actions: TicketAction[]): TicketForm => actions.reduce(ticketReducer, emptyTicket('PERP_BTC_USDT'));

describe('a template', () => {
  const saved = { ...emptyTicket('PERP_ETH_USDT').draft, price: '3000.05', clientOrderId: '7' };

  it('fills everything but the id, which names one order, and stays named until another symbol is chosen', () => {
    const form = after({ do: 'type', field: 'quantity', text: '5' }, { do: 'recall', draft: saved, template: 'Low' });
    expect(form.draft).toEqual({ ...saved, clientOrderId: '' });
    expect(form.template).toBe('Low');
    expect(ticketReducer(form, { do: 'type', field: 'price', text: '1' }).template).toBe('Low');
    expect(ticketReducer(form, { do: 'placed', sent: '' }).template).toBe('Low');
    expect(ticketReducer(form, { do: 'symbol', symbol: 'PERP_BTC_USDT' }).template).toBeNull();
    expect(ticketReducer(form, { do: 'forget-template' }).template).toBeNull();
  });
});

describe('the ticket', () => {
  it('keeps what is typed letter for letter', () => {
    expect(after({ do: 'type', field: 'price', text: ' 1,0' }).draft.price).toBe(' 1,0');
  });

  it('says what it made of a paste', () => {
    const form = after({ do: 'paste', field: 'price', text: ' $64,210.5\n', unit: 'USDT' });
    expect(form.draft.price).toBe('64210.5');
    expect(form.notes.price).toBe('Read from “$64,210.5”.');
  });

  it('leaves a paste that can mean two numbers as it is', () => {
    const form = after({ do: 'paste', field: 'price', text: '1,000', unit: 'USDT' });
    expect(form.draft.price).toBe('1,000');
    expect(form.notes.price).toBeUndefined();
  });

  it('keeps what a field had when a text is too long, and says so', () => {
    const form = after(
      { do: 'type', field: 'quantity', text: '0.25' },
      { do: 'paste', field: 'quantity', text: 'x'.repeat(1_048_576), unit: 'BTC' },
    );
    expect(form.draft.quantity).toBe('0.25');
    expect(form.notes.quantity).toContain('1,048,576 characters were not taken');
  });

  it('drops the note of a field when it is typed into', () => {
    const form = after(
      { do: 'fill', field: 'quantity', text: '1', note: '25 % of it' },
      { do: 'type', field: 'quantity', text: '12' },
    );
    expect(form.notes).toEqual({});
  });

  it('takes the numbers away with the symbol and keeps the way of trading', () => {
    const form = after(
      { do: 'choose', change: { side: 'SELL', type: 'POST_ONLY', reduceOnly: true, marginMode: 'ISOLATED' } },
      { do: 'type', field: 'price', text: '64210.5' },
      { do: 'type', field: 'orderTag', text: 'desk' },
      { do: 'type', field: 'clientOrderId', text: '7' },
      { do: 'symbol', symbol: 'PERP_ETH_USDT' },
    );
    expect(form.draft).toMatchObject({
      symbol: 'PERP_ETH_USDT',
      side: 'SELL',
      type: 'POST_ONLY',
      reduceOnly: false,
      marginMode: 'CROSS',
      price: '',
      orderTag: 'desk',
      clientOrderId: '',
    });
  });

  it('does nothing when the same symbol is chosen again', () => {
    const form = after({ do: 'type', field: 'price', text: '1' });
    expect(ticketReducer(form, { do: 'symbol', symbol: 'PERP_BTC_USDT' })).toBe(form);
  });

  it('forgets the client order id once it is used, and nothing else', () => {
    const form = after(
      { do: 'type', field: 'price', text: '1' },
      { do: 'type', field: 'clientOrderId', text: '7' },
      { do: 'refuse' },
      { do: 'placed', sent: '7' },
    );
    expect(form).toMatchObject({ pressed: false, draft: { price: '1', clientOrderId: '' } });
  });

  it('keeps a client order id that was typed for the next order while the answer was awaited', () => {
    const form = after({ do: 'type', field: 'clientOrderId', text: '8' }, { do: 'placed', sent: '7' });
    expect(form.draft.clientOrderId).toBe('8');
  });
});
