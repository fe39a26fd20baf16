import {
  field,
  hasCode,
  networkOf,
  type Port,
  type Quote,
  type RecipientKind,
  type SendRequest,
  toList,
} from '@linkspan/contract';
import { toSendReader } from '@linkspan/kit/readers';
import { findNetwork, type Readers } from '@linkspan/kit/session';
import type { Caller } from './application/asked.ts';
import { createRpc, openChain, parseTransfer } from './chain.ts';
import { send } from './send.ts';

/**
 * The gas of a transfer at the network's price, and the recipient as the network knows it. A lack of funds does not
 * reject: `most` tells it.
 */
export async function quote(intent: SendRequest, { networks, signal }: Port<'near'>): Promise<Quote> {
  const transfer = parseTransfer(intent);
  const { receiverId: address } = transfer;
  const network = findNetwork(networks, networkOf(intent.account), '');
  const ask = { request_type: 'view_access_key_list', finality: 'final', account_id: address };
  const [{ fee, most, isNew, failure }, keys] = await Promise.all([
    openChain(network, signal).estimate(transfer),
    // An account with too many keys to be listed has some.
    createRpc(network, signal)('query', ask).catch(() => undefined),
  ]);
  if (failure !== undefined && !hasCode(failure, 'network/insufficient-funds')) throw failure;
  const is = isNew ? kindOfNew(address) : kindOfKeys(address, toList(field(keys, 'keys')));
  return { fee: String(fee), recipient: { address, ...(is && { is }) }, most: String(most) };
}

/** Of the page's own sends. */
export const readers: Readers<'near', Caller> = new Map([
  [
    'send',
    toSendReader(quote, ({ wallet, caller }, request, options) => {
      const { library, chain, signal } = caller;
      return send({ library: library(), wallet, chain: chain(request.account), signal }, request, options);
    }),
  ],
]);

const isOfEthereum = (accountId: string) => accountId.startsWith('0x');

function kindOfNew(accountId: string): RecipientKind {
  return isOfEthereum(accountId) ? 'other-family' : 'new';
}

/** Not `contract`: a transfer runs no code, and people's own accounts have contracts, such as for several signers. */
function kindOfKeys(accountId: string, keys: readonly unknown[] | undefined): RecipientKind | undefined {
  // An Ethereum-like account gets keys for its contract; with a full one, it is also an account like any other.
  const isFull = (key: unknown) => field(field(key, 'access_key'), 'permission') === 'FullAccess';
  if (isOfEthereum(accountId)) return keys?.some(isFull) ? undefined : 'other-family';
  return keys?.length === 0 ? 'keyless' : undefined;
}
