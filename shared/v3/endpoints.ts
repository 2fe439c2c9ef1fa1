import type { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { accountEndpoints } from './endpoints/account.ts';
import { algoEndpoints } from './endpoints/algo.ts';
import { assetEndpoints } from './endpoints/asset.ts';
import { futuresEndpoints } from './endpoints/futures.ts';
import { publicEndpoints } from './endpoints/public.ts';
import { named } from './endpoints/row.ts';
import { spotMarginEndpoints } from './endpoints/spot-margin.ts';
import { tradeEndpoints } from './endpoints/trade.ts';

/** The interface as a table, one row an operation, keyed by our name of it. */
export const endpoints = named({
  ...publicEndpoints,
  ...tradeEndpoints,
  ...algoEndpoints,
  ...accountEndpoints,
  ...assetEndpoints,
  ...futuresEndpoints,
  ...spotMarginEndpoints,
}) satisfies Readonly<Record<string, Endpoint>>;

export type EndpointName = keyof typeof endpoints;
/** What a caller gives; its parsed form has the wire's names in the wire's order. */
export type EndpointInput<Name extends EndpointName> = z.input<(typeof endpoints)[Name]['input']>;
/** What `data` of the answer reads as. */
export type EndpointOutput<Name extends EndpointName> = z.output<(typeof endpoints)[Name]['output']>;

/** All rows, each seen as a plain {@link Endpoint}, in the order of the table. */
export const endpointRows: readonly Endpoint[] = Object.values(endpoints);
