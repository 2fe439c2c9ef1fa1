import { expect, it } from 'vitest';
import { endpointRows } from '../../shared/v3/endpoints.ts';
import { endpointTable } from './endpoint-table.ts';

it('prints one line an operation, all of as many cells', () => {
  const lines = endpointTable(endpointRows).trimEnd().split('\n');
  expect(lines).toHaveLength(endpointRows.length + 2);
  expect(new Set(lines.map((line) => line.split(' | ').length))).toEqual(new Set([12]));
  expect(lines).toContain(
    '| `asset.walletHistory` | E5 | GET | `/v3/asset/wallet/history` | yes | 10 per 60 s | user | history | ' +
      '25, at most 1000 | ms | S | Deposits and withdrawals |',
  );
  expect(lines.some((line) => line.includes('undefined'))).toBe(false);
});
