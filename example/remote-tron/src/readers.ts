import {
  type AccountId,
  field,
  LinkspanError,
  type SendOptions,
  type SendRequest,
  type Sent,
} from '@linkspan/contract';
import type { InUse } from '@linkspan/kit/check';
import { raceRequest } from '@linkspan/kit/race';
import { toMessageReader, toSendReader, toSignInReader } from '@linkspan/kit/readers';
import type { Readers } from '@linkspan/kit/session';
import { type Chain, parseTransfer, quote, writeNote } from './chain.ts';
import type { Provider } from './provider.ts';
import { sign, signIn } from './sign.ts';

/** A connected wallet, as its requests need it. */
export interface Caller {
  readonly provider: Provider;
  /** Ends the request to the wallet. */
  readonly signal: AbortSignal;
  chain(account: AccountId): Chain;
}

type Own = InUse<'tron', Caller>;

/** Each request that the wallet can be asked, by its kind. */
export const readers: Readers<'tron', Caller> = new Map([
  ['message', toMessageReader((own, text) => sign({ ...own, ...own.caller }, text))],
  ['sign-in', toSignInReader((own, request) => signIn({ ...own, ...own.caller }, request))],
  ['send', toSendReader(quote, send)],
]);

/** Rejects with `wallet/…`, `network/…`, and as `parseTransfer` throws. */
async function send(
  { wallet, account, caller: { provider, signal, chain: chainOf } }: Own,
  request: SendRequest,
  { noted }: SendOptions,
): Promise<Sent> {
  const chain = chainOf(account);
  const unsigned = await chain.build(parseTransfer(request));
  if (signal.aborted) throw new LinkspanError('wallet/cancelled', { wallet });
  noted(writeNote(unsigned));
  const ask = () => provider.sign('sign', structuredClone(unsigned));
  const signed = await raceRequest(wallet, signal, ask);
  await chain.broadcast({ ...unsigned, signature: [parseSignature(signed, unsigned.txID, wallet)] });
  return { transaction: unsigned.txID };
}

/** The signature of a signed transaction. Throws `wallet/other-transaction`, `wallet/malformed`. */
function parseSignature(signed: unknown, txID: string, wallet: string): string {
  if (field(signed, 'txID') !== txID)
    throw new LinkspanError('wallet/other-transaction', {
      wallet,
      difference: 'other',
      value: '',
      amount: '',
    });
  const signature = field(field(signed, 'signature'), '0');
  if (typeof signature === 'string' && /^(0x)?[\da-f]{130}$/i.test(signature))
    return signature.replace(/^0x/, '');
  throw new LinkspanError('wallet/malformed', { wallet, place: 'signature' });
}
