import { isLocalNetwork } from '@linkspan/contract';
import type { Context } from '../verb.ts';
import type { Finding } from './finding.ts';
import { type Answer, askOnce, isSecure, isThere, type NoAnswer } from './request.ts';

/** How nodes are asked: as a page of this origin does. */
export interface NodeContext extends Pick<Context, 'fetch'> {
  readonly origin: string;
  readonly deadlineMs: number;
}

/** A node of a network, with the field of the configuration that names it. */
interface Node {
  /** CAIP-2. */
  readonly id: string;
  readonly address: string;
  readonly place: string;
}

/** Whether a page of an origin is inspected with the nodes of a network: those of this machine run for practice alone. */
export function isAskedBy({ rpc }: { readonly rpc: readonly string[] }, origin: string): boolean {
  return !(isLocalNetwork({ rpc: [origin] }) && isLocalNetwork({ rpc: rpc as [string] }));
}

/** Asks a node for its chain, as the page does. */
export async function inspectNode(
  { id, address, place }: Node,
  context: NodeContext,
): Promise<readonly Finding[]> {
  const { origin } = context;
  const at = (level: Finding['level'], code: string, what: string): Finding => ({
    ...{ level, code, where: [address], what: `(${place}) ${what}` },
  });
  if (origin.startsWith('https:') && address.startsWith('http:') && !isSecure(address))
    return [
      at(
        'wrong',
        'node-insecure',
        `is not https, so no browser lets this page ask it for ${id}. Use the node’s https address.`,
      ),
    ];
  const keyed = holdsKey(address)
    ? [
        at(
          'hint',
          'node-key',
          'seems to hold a key, which every visitor can read. At the node’s provider, limit the key to this page’s origin.',
        ),
      ]
    : [];
  const question = questions[id.slice(0, id.indexOf(':'))];
  if (question === undefined) return keyed;
  const answer = await askNode(address, question.method, context);
  if (!isThere(answer)) return [...keyed, at('wrong', 'node-silent', saySilent(answer, id))];
  const chain = question.read(readResult(answer.bytes));
  if (chain === undefined)
    return [
      ...keyed,
      at(
        'wrong',
        'node-unreadable',
        `does not answer ${question.method} as a node of ${id} does. Correct the address.`,
      ),
    ];
  const reference = id.slice(id.indexOf(':') + 1);
  const ofChain =
    chain === reference
      ? []
      : [
          at(
            'wrong',
            'node-other-chain',
            `is a node of ${id.slice(0, -reference.length)}${chain}, and the page takes it for ${id}. Correct it, or the network’s id, before anybody pays.`,
          ),
        ];
  const isReadable = allows(answer.headers, origin) && (await passesPreflight(address, context));
  return [...keyed, ...ofChain, ...(isReadable ? [] : [at('wrong', 'node-cors', sayCors(origin))])];
}

/** By CAIP-2 namespace: the method that names the chain, and how its result does; undefined if it does not. */
const questions: Readonly<
  Record<string, { readonly method: string; read(result: unknown): string | undefined } | undefined>
> = {
  eip155: {
    method: 'eth_chainId',
    read: (result) =>
      typeof result === 'string' && /^0x[\da-f]{1,14}$/i.test(result) ? String(Number(result)) : undefined,
  },
  solana: {
    method: 'getGenesisHash',
    read: (result) => (typeof result === 'string' && result.length >= 32 ? result.slice(0, 32) : undefined),
  },
  near: {
    method: 'status',
    read: (result) => {
      const { chain_id: id } = (result ?? {}) as { readonly chain_id?: unknown };
      return typeof id === 'string' && id !== '' ? id : undefined;
    },
  },
};

/** JSON-RPC 2.0, section 4. */
function askNode(
  address: string,
  method: string,
  { origin, deadlineMs, ...context }: NodeContext,
): Promise<Answer | NoAnswer> {
  return askOnce(context, address, {
    headers: { origin, 'content-type': 'application/json' },
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }),
    ...{ cache: 'no-store', deadlineMs, mostBytes: 1_000_000 },
  });
}

function readResult(bytes: Answer['bytes']): unknown {
  try {
    return (JSON.parse(new TextDecoder().decode(bytes)) as { result?: unknown } | null)?.result;
  } catch {
    return undefined;
  }
}

/** A POST of JSON is preceded by one (Fetch, section 4.8). */
async function passesPreflight(address: string, { origin, deadlineMs, ...context }: NodeContext) {
  const answer = await askOnce(context, address, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
    ...{ cache: 'no-store', deadlineMs, mostBytes: 1_000_000 },
  });
  if ('failure' in answer || answer.status < 200 || answer.status > 299) return false;
  const listed = (answer.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(/ *, */);
  return allows(answer.headers, origin) && (listed.includes('content-type') || listed.includes('*'));
}

/** Fetch, section 4.10: what a page of this origin may read. */
function allows(headers: Headers, origin: string): boolean {
  const allowed = headers.get('access-control-allow-origin');
  return allowed === '*' || allowed === origin;
}

function saySilent(answer: Answer | NoAnswer, id: string): string {
  const how = 'failure' in answer ? answer.failure : `its status is ${answer.status}`;
  return `does not answer for ${id}: ${how}. See that the node runs, or use another one.`;
}

function sayCors(origin: string): string {
  return `does not let ${origin} read its answers: Access-Control-Allow-Origin, or the answer to the OPTIONS request, does not allow it. Allow the origin and the header Content-Type at the node.`;
}

/** Whether an address has a part that looks like a key of a provider. */
export function holdsKey(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { pathname, search, username } = new URL(address);
  return username !== '' || /[\w-]{20,}/.test(pathname + search);
}
