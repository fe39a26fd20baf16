import type { Signed } from '@linkspan/contract';
import {
  addressOf,
  LinkspanError,
  list,
  Malformed,
  type RequestLine,
  record,
  text,
  tryTo,
} from '@linkspan/contract';
import {
  assertAble,
  assertInUse,
  copyParams,
  fields,
  readBy,
  toPerson,
  toSignedLines,
} from '@linkspan/kit/application';
import type { FamilyAnswered, ReadCall } from '@linkspan/kit/session';
import { getBase58Encoder, getBase64Decoder } from '@solana/kit';
import { isAddress } from './accounts.ts';
import { type Asked, assertOn, bytes, type Caller, type Reading } from './application/asked.ts';
import {
  assertSigner,
  type Requested,
  toNumbered,
  transactions,
  verifySigned,
} from './application/transaction.ts';
import { readTransaction } from './application/transaction-lines.ts';
import { digestOf, instructionsOf, isNonceAdvance, readMessage } from './compare-signed.ts';
import { toLibraryError } from './failures.ts';
import { submit } from './send.ts';
import { signBytes, signInput } from './sign.ts';

/**
 * Reads a request in the terms of the Wallet Standard, with bytes in base64. One that is malformed rejects with `input/call`,
 * whatever else is wrong with it.
 */
export const readCall: ReadCall<'solana', Caller> = async (call, port, connected) =>
  readBy(readers, { ...call, port, connected }, copyParams);

/** All methods that are passed on; the page asks nobody about any other. An application has a node for its reads. */
const readers: ReadonlyMap<string, (asked: Asked) => Reading> = new Map([
  ['solana:signMessage', readMessageCall],
  ['solana:signIn', readSignIn],
  ['solana:signTransaction', readSignTransaction],
  ['solana:signAndSendTransaction', readSend],
]);

const account = text('an address', isAddress);
const chain = text('the name of a cluster', (name) => /^solana:[\w-]{1,40}$/.test(name));
const messageParams = record({ message: bytes }, { account });

function readMessageCall(asked: Asked): Reading {
  const { message, account: signer } = messageParams(asked.params, 'params');
  // Its signature would be that of the transaction.
  if (tryTo(() => readMessage(message)) !== undefined)
    throw new Malformed('params.message', 'no message of a transaction');
  const own = assertInUse(asked, signer);
  assertAble(own.caller.can('solana:signMessage'), own, asked.method);
  const answer = async () => ({ value: toAnswer(await signBytes(own.caller.signer(own.account), message)) });
  return toPerson(asked, own, { asksFor: 'signature', lines: toSignedLines(message) }, answer);
}

/** A line, so that it cannot look like the lines after it in the text. */
const line = text('a text of one line', (one) => one !== '' && !/\p{Cc}/u.test(one));
const signInParams = record(
  {},
  {
    ...{
      domain: line,
      address: account,
      statement: line,
      uri: line,
      version: line,
      chainId: line,
      nonce: line,
    },
    ...{ issuedAt: line, expirationTime: line, notBefore: line, requestId: line, resources: list(line, 50) },
  },
);

/** Sign In With Solana. The page fills in the domain and the address, as the standard asks of a wallet. */
function readSignIn(asked: Asked): Reading {
  const given = signInParams(asked.params, 'params');
  const domain = window.location.host;
  if (given.domain !== undefined && given.domain !== domain)
    throw new Malformed('params.domain', 'the domain of the page');
  const own = assertInUse(asked, given.address);
  const { caller, address } = own;
  if (given.chainId !== undefined) assertOn(asked, own, `solana:${given.chainId.replace(/^solana:/, '')}`);
  assertAble(caller.can('solana:signIn') || caller.can('solana:signMessage'), own, asked.method);
  const { statement, resources = [], ...others } = given;
  const lines: readonly RequestLine[] = [
    { is: 'domain', value: domain },
    ...(statement === undefined ? [] : [{ is: 'text', value: statement } as const]),
    ...Object.entries(others).flatMap(([name, value]) =>
      name === 'domain' || name === 'address' ? [] : [{ is: 'field', name, value } as const],
    ),
    ...resources.map((value) => ({ is: 'field', name: 'resource', value }) as const),
  ];
  const answer = async () => {
    const signed = await signInput(caller.signer(own.account), { ...given, domain, address });
    return { value: { ...toAnswer(signed), address: addressOf(signed.account) } };
  };
  return toPerson(asked, own, { asksFor: 'signature', lines }, answer);
}

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

function readSignTransaction(asked: Asked): Reading {
  const { transactions: requested, account: signer, ...params } = signParams(asked.params, 'params');
  const { own, network } = assertRequested(asked, requested, { signer, chain: params.chain });
  const { wallet, address, caller } = own;
  assertAble(
    requested.every(({ message }) => caller.takes(message.version)),
    own,
    asked.method,
  );
  const read = requested.map(({ message }) => readTransaction(message, address, network));
  const isOne = read.length === 1;
  const lines = toNumbered(
    read.map((one, at) => [...one.lines, ...toNumbered(one.parts, isOne ? '' : `${at + 1}.`)]),
  );
  const answer = async (): Promise<FamilyAnswered> => {
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
function readSend(asked: Asked): Reading {
  const { transactions: requested, account: signer, ...params } = sendParams(asked.params, 'params');
  const { own, network } = assertRequested(asked, requested, { signer, chain: params.chain });
  const [only, ...more] = requested;
  if (only === undefined || more.length > 0) throw new Malformed('params.transactions', 'one transaction');
  const { wallet, address, caller } = own;
  const { wire, message } = only;
  const { version } = message;
  assertAble(caller.takes(version, true), own, asked.method);
  const { parts, lines, to, amount, isTransfer } = readTransaction(message, address, network);
  const [first] = instructionsOf(message);
  const hasNonce = first !== undefined && isNonceAdvance(first, first.accounts[2] ?? '');
  const answer = async (options: Parameters<typeof submit>[2]): Promise<FamilyAnswered> => {
    const [chainOf, digest] = [caller.chain(own.account), await digestOf(message)];
    const note = await chainOf.takeNote({ message: digest, ...(isTransfer && { is: 'transfer' }) });
    const compare = async (signed: Uint8Array) => {
      const found = await verifySigned(signed, { wallet, address });
      if ((await digestOf(found)) !== digest)
        throw new LinkspanError('wallet/other-transaction', {
          wallet,
          difference: 'it is not the one that the application asked for',
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
  const shown = [...lines, ...toNumbered(parts)];
  return toPerson(asked, own, { asksFor: 'transaction', to, amount: String(amount), lines: shown }, answer);
}

function assertRequested(
  asked: Asked,
  requested: readonly Requested[],
  { signer, chain: name }: { readonly signer: string | undefined; readonly chain: string | undefined },
) {
  if (requested.length === 0)
    throw new Malformed('params.transactions', 'a list of at least one transaction');
  const own = assertInUse(asked, signer);
  const network = assertOn(asked, own, name ?? asked.network);
  for (const [at, one] of requested.entries()) assertSigner(one, own.address, `params.transactions[${at}]`);
  return { own, network };
}

/** A signature as an application receives it: in base64, with the bytes that were signed. */
function toAnswer({ signature, ...signed }: Signed) {
  const signedMessage = 'signedBytes' in signed ? signed.signedBytes : undefined;
  return { signature: toBase64(new Uint8Array(getBase58Encoder().encode(signature))), signedMessage };
}

function toBase64(given: Uint8Array): string {
  return getBase64Decoder().decode(given);
}
