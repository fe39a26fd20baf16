import {
  hasCode,
  networkOf,
  type Port,
  type Quote,
  type RecipientKind,
  type SendRequest,
} from '@linkspan/contract';
import { toSendReader } from '@linkspan/kit/readers';
import { findNetwork, type Readers } from '@linkspan/kit/session';
import { type Address, isOffCurveAddress } from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import type { Caller } from './application/asked.ts';
import { openChain } from './chain.ts';
import { send } from './send.ts';

/**
 * The cluster's fee for the transfer (`getFeeForMessage`), without a wallet's priority fee, and the recipient as the
 * cluster knows it. A lack of funds does not reject: `most` tells it.
 */
export async function quote(intent: SendRequest, { networks, signal }: Port<'solana'>): Promise<Quote> {
  const { to, amount, account } = intent;
  const chain = openChain(findNetwork(networks, networkOf(account), ''), signal);
  const { fee, most, owner, failure } = await chain.prepareTransfer(intent);
  // A page that has no amount yet asks with the smallest, which no new account can hold.
  const isPlaceholder = amount === '1' && hasCode(failure, 'input/amount-least');
  if (failure !== undefined && !isPlaceholder && !hasCode(failure, 'network/insufficient-funds'))
    throw failure;
  const is = kindOf(to as Address, owner);
  return { fee: String(fee), recipient: { address: to, ...(is && { is }) }, most: String(most) };
}

/** Of the page's own sends. */
export const readers: Readers<'solana', Caller> = new Map([
  [
    'send',
    toSendReader(quote, ({ wallet, caller }, request, options) => {
      const { library, chain, version } = caller;
      return send({ library, wallet, chain: chain(request.account), version: version() }, request, options);
    }),
  ],
]);

/** Coins that it holds are burned at the end of each epoch. */
const incinerator = '1nc1nerator11111111111111111111111111111111';

/** An address off the curve has no key: its program may move what it holds, as the one of a shared vault does. */
function kindOf(to: Address, owner: Address | undefined): RecipientKind | undefined {
  if (to === incinerator) return 'keyless';
  if ((owner !== undefined && owner !== SYSTEM_PROGRAM_ADDRESS) || isOffCurveAddress(to)) return 'contract';
  return owner === undefined ? 'new' : undefined;
}
