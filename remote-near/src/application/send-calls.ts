import type { Answer, LineKind, RequestLine, SendOptions } from '@linkspan/contract';
import { check } from '@linkspan/kit/check';
import { requestFactsMs } from '@linkspan/kit/limits';
import { toDataLine } from '@linkspan/kit/lines';
import { within } from '@linkspan/kit/race';
import { toPerson } from '@linkspan/kit/readers';
import { type Action, type Batch, type FunctionCall, toAmount, toDigest } from '../actions.ts';
import { openChain } from '../chain.ts';
import { submit } from '../send.ts';
import type { Asked, Reading } from './asked.ts';
import { parseTransaction, parseTransactions } from './call-params.ts';

export function readTransaction(asked: Asked): Promise<Reading> {
  return readBatches(asked, 'signAndSendTransaction');
}

export function readTransactions(asked: Asked): Promise<Reading> {
  return readBatches(asked, 'signAndSendTransactions');
}

async function readBatches(
  asked: Asked,
  method: 'signAndSendTransaction' | 'signAndSendTransactions',
): Promise<Reading> {
  const isOne = method === 'signAndSendTransaction';
  const wallet = asked.connected?.wallet ?? '';
  const { batches, signerIds } = (isOne ? parseTransaction : parseTransactions)(asked.params, wallet);
  const { has, hasJsonAlone } = asked.connected?.caller.provider ?? {};
  const can = has?.(method) === true && !(hasJsonAlone && batches.some(hasBytes));
  const [own = check(asked, { can, network: asked.network })] = signerIds.map((address) =>
    check(asked, { can, address, network: asked.network }),
  );
  const { address: signerId, network, caller } = own;
  const { provider, signal } = caller;
  const chain = openChain(network, asked.port.signal);
  const answer = async (options: SendOptions): Promise<Answer> => {
    const digest = await toDigest(batches);
    // A wallet may write into what it gets.
    const transactions = structuredClone(batches).map((one) => ({ signerId, ...one }));
    const params = isOne ? transactions[0] : { transactions };
    const ask = () => provider.request(method, network.id, params, signal);
    const submission = { signerId, count: batches.length, asked: digest, ask };
    const { outcomes, sent } = await submit({ wallet, chain, signal }, submission, options);
    return { value: isOne ? outcomes[0] : outcomes, sent };
  };
  const [only, ...others] = batches;
  const to = others.length === 0 ? (only?.receiverId ?? '') : '';
  const lines = isOne
    ? batches.flatMap(toBatchLines)
    : batches.flatMap((one, at) => [{ is: 'call', value: String(at + 1) } as const, ...toBatchLines(one)]);
  const intent = { asksFor: 'transaction', moves: { to, amount: toAmount(batches) }, lines } as const;
  const late = () => new Error('The node is late.');
  const fee = await within(chain.mostFeeOf(batches), requestFactsMs, late).catch(() => undefined);
  return {
    ...toPerson(asked, own, intent, answer),
    ...(fee !== undefined && { quote: { fee: String(fee) } }),
  };
}

function hasBytes({ actions }: Batch): boolean {
  return actions.some(({ type, params }) => type === 'FunctionCall' && params.args instanceof Uint8Array);
}

/** The lines of one transaction: its receiver, and what each action says. */
function toBatchLines({ receiverId, actions }: Batch): readonly RequestLine[] {
  const isCall = actions.some(({ type }) => type === 'FunctionCall');
  return [{ is: isCall ? 'contract' : 'recipient', value: receiverId }, ...actions.flatMap(toActionLines)];
}

function toActionLines({ type, params }: Action): readonly RequestLine[] {
  if (type === 'Transfer') return [{ is: 'amount', value: params.deposit }];
  const { methodName, args, gas, deposit } = params;
  return [
    { is: 'function', value: methodName },
    ...(deposit === '0' ? [] : [{ is: 'amount', value: deposit } as const]),
    { is: 'field', name: 'Gas', value: toTgas(gas) },
    ...toSpenderLines(params),
    ...(args instanceof Uint8Array ? [toBytesLine(methodName, args)] : toFieldLines('args', args, 0)),
  ];
}

/**
 * Methods that move what the account has: NEP-141, NEP-145, NEP-171, NEP-178, NEP-245, and of wrapped coins, lockups,
 * multisignature accounts and intents.
 */
const moving =
  /^((ft|nft|mt)_\w+|storage_(withdraw|unregister)|(near|native)_withdraw|transfer|withdraw\w*|add_request\w*|execute_intents)$/;

/** Arguments that are no JSON object: some contracts read a list, too. */
function toBytesLine(methodName: string, args: Uint8Array): RequestLine {
  return { ...toDataLine(args), ...(moving.test(methodName) && ({ warning: 'unread' } as const)) };
}

/** Who may then spend a token (NEP-178, NEP-245). */
function toSpenderLines({ methodName, args }: FunctionCall): readonly RequestLine[] {
  const isApproval = methodName === 'nft_approve' || methodName === 'mt_approve';
  const spender = isApproval && 'account_id' in args ? args.account_id : undefined;
  return typeof spender === 'string' ? [{ is: 'spender', value: spender }] : [];
}

/** Gas as wallets show it: in 10^12. */
function toTgas(gas: string): string {
  const padded = gas.padStart(13, '0');
  const [whole, part] = [padded.slice(0, -12), padded.slice(-12).replace(/0+$/, '')];
  return `${whole}${part && `.${part}`} Tgas`;
}

/** What an argument means by its name: NEP-141, NEP-171, NEP-245. */
function kindOf(path: string): LineKind {
  if (/\breceiver_id$/.test(path)) return 'recipient';
  return /\b(amount|token_id)s?(\[\d+\])*$/.test(path) ? 'tokens' : 'field';
}

const mostDepth = 20;

/** A line for each value, by its path: `args.order.seller`. A name that could be read as a path is quoted. */
function toFieldLines(name: string, value: unknown, depth: number): readonly RequestLine[] {
  const isObject = typeof value === 'object' && value !== null;
  const inner = isObject && depth < mostDepth ? Object.entries(value) : [];
  if (inner.length === 0) {
    const shown = isObject ? JSON.stringify(value) : String(value);
    // Nothing is to be read of no arguments.
    return depth === 0 ? [] : [{ is: kindOf(name), name, value: shown }];
  }
  const toStep = (key: string) => {
    if (Array.isArray(value)) return `[${key}]`;
    return /^[\w$-]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
  };
  return inner.flatMap(([key, one]) => toFieldLines(name + toStep(key), one, depth + 1));
}
