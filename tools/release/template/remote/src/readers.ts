import {
  type AccountId,
  LinkspanError,
  networkOf,
  type SendOptions,
  type SendRequest,
  type Sent,
} from '@linkspan/contract';
import type { InUse } from '@linkspan/kit/check';
import { raceRequest } from '@linkspan/kit/race';
import { toMessageReader, toSendReader, toSignInReader } from '@linkspan/kit/readers';
import type { Readers } from '@linkspan/kit/session';
import { type Chain, parseTransactionId, parseTransfer, quote, writeNote } from './chain.ts';
import type { Provider } from './provider.ts';
import { sign, signIn } from './sign.ts';

/** A connected wallet, as its requests need it. */
export interface Caller {
  readonly provider: Provider;
  /** Ends the request to the wallet. */
  readonly signal: AbortSignal;
  chain(account: AccountId): Chain;
}

type Own = InUse<'__NAMESPACE__', Caller>;

/** Each request that the wallet can be asked, by its kind. Replace: the parameters of `send`. */
export const readers: Readers<'__NAMESPACE__', Caller> = new Map([
  ['message', toMessageReader((own, text) => sign({ ...own, ...own.caller }, text))],
  ['sign-in', toSignInReader((own, request) => signIn({ ...own, ...own.caller }, request))],
  ['send', toSendReader(quote, send)],
]);

/** Rejects with `wallet/…`, `network/…`, and as `parseTransfer` throws. */
async function send(
  { wallet, account, caller: { provider, signal, chain } }: Own,
  request: SendRequest,
  { noted }: SendOptions,
): Promise<Sent> {
  const transfer = parseTransfer(request);
  const note = writeNote(await chain(account).readNonce(transfer.from));
  if (signal.aborted) throw new LinkspanError('wallet/cancelled', { wallet });
  noted(note);
  const ask = () => provider.request('send', { ...transfer, network: networkOf(account) });
  return { transaction: parseTransactionId(await raceRequest(wallet, signal, ask), wallet) };
}
