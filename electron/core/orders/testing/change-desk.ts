import type { OrderRow } from '../../../../shared/contract/contract.ts';
import { orderRecord } from '../../../../shared/v3/records/orders.ts';
import { createCommands } from '../../commands/commands.ts';
import { createFeed } from '../../page/feeds.ts';
import { createNotices } from '../../commands/notices.ts';
import type { Journal } from '../../storage/journal.ts';
import { ManualClock } from '../../../../e2e/rigs/core/manual-clock.ts';
import { COARSE_PERP } from '../../../../shared/testing/instrument.ts';
import { sameClock, scriptedClient, type Script } from '../../../../e2e/rigs/core/scripted-client.ts';
import { realJudge } from '../../risk-limits/testing/real-judge.ts';
import { createChanges } from '../change.ts';
import { updateOfRecord } from '../book/order-updates.ts';
import { createWaitingSends } from '../waiting-sends.ts';
import { createFollow } from '../book/follow.ts';
import { createPolls } from '../../commands/polls.ts';
import { createOwnOrders } from '../book/own-orders.ts';
import { createOrderReads } from '../book/reads.ts';
import { resumeCommand } from '../resume.ts';
import { createSettler } from '../settle.ts';

const SYMBOL = COARSE_PERP.symbol;
export const EDIT = { commandId: 'command-1', symbol: SYMBOL, orderId: '11', price: '64001.5' };
export const CANCEL = { commandId: 'command-1', symbol: SYMBOL, orderId: '11' };

/** A record of a resting order, with changed fields. */
export const record = (orderId: string, part: object = {}) => ({
  symbol: SYMBOL,
  orderId,
  status: 'NEW',
  side: 'BUY',
  type: 'LIMIT',
  price: '64000',
  quantity: '0.5',
  executed: '0',
  createdTime: 1_760_000_000_000,
  ...part,
});

/** What changes orders, over a journal and an exchange that a script speaks for; it sees orders that rest. */
export function changeScene(journal: Journal, script: Script, resting: readonly string[] = ['11', '12']) {
  /** Algo orders that are open. */
  const algos: string[] = [];
  const clock = new ManualClock();
  const { client, calls } = scriptedClient(script);
  const exchangeClock = sameClock(clock);
  const notices = createNotices(clock);
  const commands = createCommands(journal, clock, notices);
  const rows = createFeed<OrderRow>('id');
  const orders = createOwnOrders(rows, () => false);
  const polls = createPolls(clock);
  const reads = createOrderReads(client, exchangeClock, clock);
  const settler = createSettler({
    orders,
    commands,
    reads,
    remainingAlgos: () => Promise.resolve(algos.length),
    polls,
    clock: exchangeClock,
    notices,
  });
  const readAgain: number[] = [];
  const changes = createChanges({
    client,
    orders,
    commands,
    settler,
    follow: createFollow(orders, reads, polls),
    reads,
    reconciler: { soon: (ms) => readAgain.push(ms) },
    exchangeClock,
    judge: realJudge({ clock, client, commands, instrument: () => COARSE_PERP, orders: orders.all }).judge,
    instrument: () => COARSE_PERP,
    waiting: createWaitingSends(clock),
    notices,
  });
  const see = (orderId: string, part: object = {}): void =>
    orders.state(updateOfRecord(orderRecord.parse(record(orderId, part)), clock.now()));
  for (const orderId of resting) see(orderId);
  /** Settles the open commands of an earlier scene over the same journal. */
  const resume = (): void => {
    for (const command of commands.takeUnsettled()) resumeCommand(command, orders, settler, journal);
  };
  return { clock, calls, rows, orders, algos, commands, settler, changes, see, resume, readAgain };
}
