import { type Answer, LinkspanError, Malformed, type RequestLine, record, text } from '@linkspan/contract';
import { fields, toPerson } from '@linkspan/kit/readers';
import type { Reader, Readers } from '@linkspan/kit/session';
import { readBalances } from './application/allowance.ts';
import {
  type Asked,
  account,
  type Caller,
  checkOn,
  type InUse,
  type Reading,
  toBase64,
} from './application/asked.ts';
import { readMessageCall, readSignIn } from './application/signed-text.ts';
import {
  assertSigner,
  type Requested,
  toNumbered,
  transactions,
  verifySigned,
} from './application/transaction.ts';
import { readTransaction } from './application/transaction-lines.ts';
import { digestOf, instructionsOf, isNonceAdvance } from './compare-signed.ts';
import { toLibraryError } from './failures.ts';
import { submit } from './send.ts';

/**
 * The methods of the Wallet Standard that are passed on, with bytes in base64. A malformed request is refused for that,
 * whatever else is wrong with it. An application has a node for its reads.
 */
export const readers: Readers<'solana', Caller> = new Map<string, Reader<'solana', Caller>>([
  ['solana:signMessage', readMessageCall],
  ['solana:signIn', readSignIn],
  ['solana:signTransaction', readSignTransaction],
  ['solana:signAndSendTransaction', readSend],
]);

const chain = text('the name of a cluster', (name) => /^solana:[\w-]{1,40}$/.test(name));
const commitment = text('a commitment', (one) => ['processed', 'confirmed', 'finalized'].includes(one));
const flag = (value: unknown, place: string) => {
  if (typeof value === 'boolean') return value;
  throw new Malformed(place, 'true or false');
};
const whole = (value: unknown, place: string) => {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw new Malformed(place, 'a whole number');
};
const signOptions = { preflightCommitment: commitment, minContextSlot: whole };
const sendOptions = { ...signOptions, commitment, skipPreflight: flag, maxRetries: whole };
const signParams = record({ transactions }, { account, chain, options: fields(signOptions) });
const sendParams = record({ transactions }, { account, chain, options: fields(sendOptions) });

async function readSignTransaction(asked: Asked): Promise<Reading> {
  const { transactions: requested, account: signer, ...params } = signParams(asked.params, 'params');
  const takes = asked.connected?.caller.takes;
  const can = requested.every(({ message }) => takes?.(message.version) !== false);
  const { own, network } = checkRequested(asked, requested, { signer, chain: params.chain, can });
  const { wallet, address, caller } = own;
  const known = await readKnown(own, requested);
  const read = requested.map(({ message }) => readTransaction(message, known, network));
  const isOne = read.length === 1;
  const numbered = toNumbered(
    read.map((one, at) => [...one.lines, ...toNumbered(one.parts, isOne ? '' : `${at + 1}.`)]),
  );
  const lines = [...toOptionLines(params.options), ...numbered];
  const answer = async (): Promise<Answer> => {
    const wires = requested.map(({ wire }) => wire.slice());
    const signed = await caller.library
      .signTransactions(own.account, wires, { network, options: params.options })
      .catch((error: unknown) => {
        throw toLibraryError(error, { wallet, method: asked.method });
      });
    for (const one of signed) await verifySigned(one, { wallet, address });
    return { value: { signedTransactions: signed.map(toBase64) } };
  };
  return toPerson(asked, own, { asksFor: 'signature', isTransaction: true, lines }, answer);
}

/** One at a time, since each has an outcome of its own. */
async function readSend(asked: Asked): Promise<Reading> {
  const { transactions: requested, account: signer, ...params } = sendParams(asked.params, 'params');
  const [only, ...more] = requested;
  if (only === undefined || more.length > 0) throw new Malformed('params.transactions', 'one transaction');
  const { wire, message } = only;
  const { version } = message;
  const can = asked.connected?.caller.takes(version, true) !== false;
  const { own, network } = checkRequested(asked, requested, { signer, chain: params.chain, can });
  const { wallet, address, caller } = own;
  const known = await readKnown(own, requested);
  const { parts, lines, to, amount, fee, isTransfer } = readTransaction(message, known, network);
  const hasNonce = instructionsOf(message).slice(0, 1).some(isNonceAdvance);
  const answer = async (options: Parameters<typeof submit>[2]): Promise<Answer> => {
    const [chainOf, digest] = [caller.chain(own.account), await digestOf(message)];
    const note = await chainOf.takeNote({ message: digest, ...(isTransfer && { is: 'transfer' }) });
    const compare = async (signed: Uint8Array) => {
      const found = await verifySigned(signed, { wallet, address });
      if ((await digestOf(found)) !== digest)
        throw new LinkspanError('wallet/other-transaction', {
          wallet,
          ...{ difference: 'other', value: '', amount: '' },
        });
      if (hasNonce) return 'nonce';
      return found.lifetimeToken === message.lifetimeToken ? 'unchanged' : 'other-blockhash';
    };
    const sender = { library: caller.library, wallet, chain: chainOf };
    const sent = await submit(
      sender,
      { account: own.account, transaction: wire, note, hasNonce, compare, version, options: params.options },
      options,
    );
    return { value: { signature: sent.transaction }, sent };
  };
  // The quote says a usual fee.
  const others = lines.filter(({ name, warning }) => name !== 'fee' || warning);
  const shown = [...toOptionLines(params.options), ...others, ...toNumbered(parts)];
  const intent = { asksFor: 'transaction', moves: { to, amount: String(amount) }, lines: shown } as const;
  return { ...toPerson(asked, own, intent, answer), quote: { fee: String(fee) } };
}

function checkRequested(
  asked: Asked,
  requested: readonly Requested[],
  {
    signer: address,
    chain: name,
    can,
  }: { readonly signer: string | undefined; readonly chain: string | undefined; readonly can: boolean },
) {
  if (requested.length === 0)
    throw new Malformed('params.transactions', 'a list of at least one transaction');
  const { network, ...own } = checkOn(asked, name ?? asked.network, { address, can });
  for (const [at, one] of requested.entries()) assertSigner(one, own.address, `params.transactions[${at}]`);
  return { own, network };
}

async function readKnown({ address: own, account, caller }: InUse, requested: readonly Requested[]) {
  const messages = requested.map(({ message }) => message);
  return { own, balances: await readBalances(messages, caller.chain(account)) };
}

/** What the application asks of the wallet beside the transaction. */
function toOptionLines(options: object = {}): readonly RequestLine[] {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return given.map(([name, value]) => ({ is: 'field', name, value: String(value) }));
}
