import {
  type Answer,
  addressOf,
  field,
  integer,
  LinkspanError,
  oneOf,
  type RequestLine,
  record,
  type Shape,
  text,
  tryTo,
} from '@linkspan/contract';
import { isOwnSite, toSignedLines } from '@linkspan/kit/lines';
import { toPerson } from '@linkspan/kit/readers';
import { findNetwork, type Reader, type Readers } from '@linkspan/kit/session';
import { parseAccountId } from './accounts.ts';
import { toArgBytes, toBase64 } from './actions.ts';
import { type Asked, type Caller, checkMethod, type Reading } from './application/asked.ts';
import { accountId, anyText, args, messageParams, readText, toBytes } from './application/call-params.ts';
import { readTransaction, readTransactions } from './application/send-calls.ts';
import { createRpc } from './chain.ts';
import { signPayload } from './sign.ts';

/** The methods of an application that are passed on or answered. A malformed request is refused for that, whatever else is wrong with it. */
export const readers: Readers<'near', Caller> = new Map<string, Reader<'near', Caller>>([
  ['near_signMessage', readMessage],
  ['near_signAndSendTransaction', readTransaction],
  ['near_signAndSendTransactions', readTransactions],
  ['near_query', readQuery],
  ['near_callFunction', readView],
]);

/** NEP-413. `state` is not signed: it comes back with the answer. */
function readMessage(asked: Asked): Reading {
  const { signerId, state, ...payload } = messageParams(asked.params, 'params');
  const own = checkMethod(asked, 'signMessage', signerId);
  const { account, caller } = own;
  const { recipient, callbackUrl, message } = payload;
  const lines: readonly RequestLine[] = [
    { is: 'domain', value: recipient, ...(isOtherSite(recipient) && { warning: 'other-site' }) },
    ...(callbackUrl === undefined ? [] : [{ is: 'field', name: 'callbackUrl', value: callbackUrl } as const]),
    { is: 'field', name: 'nonce', value: toBase64(payload.nonce) },
    ...toSignedLines(message),
  ];
  const answer = async (): Promise<Answer> => {
    const signer = { ...own, ...caller, chain: caller.chain(account) };
    const { isVerified: _, ...signed } = await signPayload(signer, payload, 'full');
    if (signed.scheme !== 'nep413') throw new TypeError('NEAR signs by NEP-413');
    const { signature, publicKey, callbackUrl: called } = signed;
    const value = { accountId: addressOf(account), publicKey, signature };
    // A verifier needs a callback that the signature covers.
    return {
      value: {
        ...value,
        ...(called !== undefined && { callbackUrl: called }),
        ...(state !== undefined && { state }),
      },
    };
  };
  return toPerson(asked, own, { asksFor: 'signature', lines }, answer);
}

/** Whether a recipient is no account of NEAR's public networks, and not this page: whoever has the signature can use it there. */
function isOtherSite(recipient: string): boolean {
  const isAccount = parseAccountId(recipient) === recipient && /(^|\.)(near|testnet)$/.test(recipient);
  return !isAccount && !isOwnSite(recipient);
}

const blockId: Shape<string | number> = (value, place) =>
  typeof value === 'string'
    ? text('a hash', undefined, 100)(value, place)
    : integer(0, 2 ** 53 - 1)(value, place);

const blockFields = {
  finality: oneOf(['optimistic', 'near-final', 'final']),
  block_id: blockId,
  sync_checkpoint: oneOf(['genesis', 'earliest_available']),
};

/** nearcore's RPC, "query": the views that change nothing. */
const query = record(
  {
    request_type: oneOf([
      ...['view_account', 'view_code', 'view_state', 'view_access_key', 'view_access_key_list'],
      'call_function',
    ]),
    account_id: accountId,
  },
  {
    ...blockFields,
    public_key: text('a key', (key) => key !== '', 200),
    prefix_base64: anyText,
    include_proof: oneOf([true, false]),
    method_name: text('the name of a method', (name) => name !== '', 256),
    args_base64: anyText,
  },
);

/** Without a block, that of an outcome which a wallet has just told. */
const latest = { finality: 'optimistic' } as const;

function toBlock(given: Readonly<Record<string, unknown>>): object {
  return Object.keys(blockFields).some((name) => given[name] !== undefined) ? given : { ...latest, ...given };
}

function readQuery(asked: Asked): Reading {
  const params = toBlock(query(asked.params, 'params'));
  const network = findNetwork(asked.port.networks, asked.network, '');
  const answer = async () => ({ value: await createRpc(network, asked.port.signal)('query', params) });
  return { asks: 'nobody', answer };
}

const view = record(
  { contractId: accountId, method: text('the name of a method', (name) => name !== '', 256) },
  { args, blockQuery: record({}, blockFields) },
);

/** A view of a contract; answers its JSON, a text that is none, or undefined for nothing. */
function readView(asked: Asked): Reading {
  const { contractId, method, args: given = {}, blockQuery = {} } = view(asked.params, 'params');
  const network = findNetwork(asked.port.networks, asked.network, '');
  const params = toBlock({
    ...{ request_type: 'call_function', account_id: contractId, method_name: method },
    ...{ args_base64: toBase64(toArgBytes({ args: given })), ...blockQuery },
  });
  const answer = async () => {
    const answered = await createRpc(network, asked.port.signal)('query', params);
    // Older nodes have a failure in a result.
    const bytes = toBytes(field(answered, 'result'), mostResult);
    const said = bytes && tryTo(() => readText(bytes));
    if (said === undefined) {
      const detail = String(field(answered, 'error') ?? 'The result is no text.').slice(0, 300);
      throw new LinkspanError('network/refused', { network: network.title, detail });
    }
    const parsed = tryTo<unknown>(() => JSON.parse(said));
    return { value: parsed === undefined && said !== '' ? said : parsed };
  };
  return { asks: 'nobody', answer };
}

/** The most bytes of a view's result. */
const mostResult = 4_000_000;
