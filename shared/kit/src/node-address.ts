import { field, isA, LinkspanError, type Network } from '@linkspan/contract';
import { leastNodePauseMs, mostNodePauseMs, nodeMs, usualNodePauseMs } from './limits.ts';
import { tryTo } from './util.ts';

/** A call of JSON-RPC 2.0. */
export interface Call {
  readonly method: string;
  readonly params?: unknown;
}

/** The conventions of a family's nodes. */
export interface Dialect {
  /** The call by which a node says which chain it serves. */
  readonly identity: Call;
  /** Whether its answer is that of this network. */
  isOf(answer: unknown, network: Network): boolean;
  /**
   * Whether an answer, with `result` or `error` in it, is about the account, the transaction or the call itself. Any other
   * is a fault of the node: it is broken, behind, or refuses the method or the key.
   */
  isAnswer(answer: object, call: Call): boolean;
  /**
   * Whether an answer says that the node does not have the transaction that it was asked for. It may be behind, so the
   * other nodes are asked too.
   */
  isAbsence(answer: object, call: Call): boolean;
  /** Converts a call to text and an answer to values; JSON by default. */
  toText?(call: object): string;
  parse?(text: string): unknown;
  /** The address of a method at a node that has one for each; the node's own by default. */
  toUrl?(node: string, method: string): string;
}

/**
 * Posts a call to one address of a network: a node's answer, with `result` or `error` in it. Rejects with `network/…`. A
 * request that is lost is sent once more; if the node has asked for a pause, nothing is sent before it is over.
 */
export type Address = (call: Call, signal: AbortSignal) => Promise<object>;

export function createAddress(
  node: string,
  { title }: Network,
  { toText = JSON.stringify, parse = JSON.parse, toUrl = () => node }: Dialect,
): Address {
  const toFault: ToFault = (code, detail) => new LinkspanError(code, { network: title }, { cause: detail });
  let pausedUntil = 0;
  let calls = 0;

  async function send(url: string, body: string, signal: AbortSignal): Promise<object> {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body, signal, credentials: 'omit' });
    const pauseMs = readPauseMs(response);
    if (pauseMs !== undefined) {
      pausedUntil = Date.now() + pauseMs;
      throw toFault('network/busy', `HTTP ${response.status}`);
    }
    return readAnswer(response, parse, toFault);
  }

  async function sendTwice(url: string, body: string, signal: AbortSignal): Promise<object> {
    try {
      return await send(url, body, signal);
    } catch (error) {
      if (isA(error, LinkspanError) || signal.aborted) throw error;
      return send(url, body, signal);
    }
  }

  return async (call, signal) => {
    if (Date.now() < pausedUntil) throw toFault('network/busy', 'It has asked for a pause.');
    calls += 1;
    const url = toUrl(node, call.method);
    const body = toText({ jsonrpc: '2.0', id: calls, ...call });
    const late = new AbortController();
    // By a timer of the page, which is suspended while the page is.
    const timer = setTimeout(() => late.abort('It is too slow.'), nodeMs);
    try {
      return await sendTwice(url, body, AbortSignal.any([signal, late.signal]));
    } catch (cause) {
      throw isA(cause, LinkspanError) ? cause : toFault('network/unreachable', cause);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** The faults of an address, the worst first. */
export const nodeFaults = [
  'network/other-chain',
  'network/busy',
  'network/portal',
  'network/malformed',
  'network/unreachable',
] as const;

/** The error of an address that gave no answer; `detail` is its cause. */
type ToFault = (code: (typeof nodeFaults)[number], detail: unknown) => LinkspanError;

/** JSON-RPC codes for too many requests: of EIP-1474, and one in use beside it. */
const tooOften = [-32_005, 429];

/**
 * The answer in a response, whatever its status: nodes send errors of JSON-RPC under many. Throws `network/portal` for a
 * page of HTML that came as a success, `network/busy`, `network/malformed`, `network/unreachable`.
 */
async function readAnswer(
  response: Response,
  parse: (text: string) => unknown,
  toFault: ToFault,
): Promise<object> {
  const text = await response.text();
  const answer = tryTo(() => parse(text));
  const error = field(answer, 'error');
  const code = Number(field(error, 'code'));
  if (tooOften.includes(code)) throw toFault('network/busy', `It answered with ${code}.`);
  if (field(answer, 'result') !== undefined || error != null) return answer as object;
  // A gateway without a node answers in HTML too.
  if (!response.ok) throw toFault('network/unreachable', `HTTP ${response.status}`);
  if (isHtml(response, text)) throw toFault('network/portal', 'It answered with a page of HTML.');
  throw toFault('network/malformed', 'It did not answer in JSON-RPC.');
}

function isHtml({ headers }: Response, text: string): boolean {
  return headers.get('content-type')?.startsWith('text/html') === true || /^\s*<(!doctype|html)/i.test(text);
}

/**
 * The pause that a node requests, in milliseconds: at least one second, at most one minute; undefined if it requests
 * none. RFC 9110, "Retry-After"; RFC 6585, "429 Too Many Requests".
 */
function readPauseMs({ status, headers }: Response): number | undefined {
  const said = headers.get('retry-after');
  if (status !== 429 && (status !== 503 || said === null)) return undefined;
  const asked = said === null ? usualNodePauseMs : toMs(said);
  return Math.min(mostNodePauseMs, Math.max(leastNodePauseMs, asked));
}

/** Seconds, or a date. */
function toMs(said: string): number {
  if (/^\s*\d+\s*$/.test(said)) return Number(said) * 1_000;
  const at = Date.parse(said);
  return Number.isNaN(at) ? usualNodePauseMs : at - Date.now();
}
