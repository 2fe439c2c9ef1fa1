import { writeSync } from 'node:fs';
import { openJournal } from '../journal.ts';

/**
 * A process that begins and finishes commands until it is killed, for the test that kills it. Each line
 * on standard output stands for the first byte of a command leaving: it is written after `begin` returned.
 */
const [, , folder = '', run = '0'] = process.argv;
const { journal } = openJournal(folder, { profile: 'practice', environment: 'practice' }, 1_760_000_000_000);
for (let i = 0; ; i += 1) {
  const commandId = `command-${run}-${i}`;
  journal.begin({
    commandId,
    name: 'orders.place',
    symbol: 'PERP_BTC_USDT',
    clientOrderId: `${run}${String(i).padStart(7, '0')}`,
    summary: 'Buy 1 BTC at 100',
    input: JSON.stringify({ filler: 'x'.repeat(i % 3_000) }),
    at: 1_760_000_000_000,
  });
  writeSync(1, `${commandId}\n`);
  if (i % 3 !== 0)
    journal.finish(commandId, { status: 'accepted', clientOrderId: null, orderId: '1', acknowledgement: null });
}
