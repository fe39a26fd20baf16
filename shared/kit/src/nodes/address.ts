import { isA, type Network } from '@linkspan/contract';
import { nodeMs } from '../limits.ts';
import { NodeFault } from './node-fault.ts';
import { readAnswer } from './read-answer.ts';
import { readPauseMs } from './read-pause.ts';

/** A call of JSON-RPC 2.0. */
export interface Call {
  readonly method: string;
  readonly params?: unknown;
}

/** What the nodes of a family have in common. */
export interface Dialect {
  /** What a node is asked to tell which chain it serves. */
  readonly identity: Call;
  /** Whether its answer is that of this network. */
  isOf(answer: unknown, network: Network): boolean;
  /** Methods whose answer counts only where the node serves the network's chain at this moment. */
  readonly proven: readonly string[];
  /** What turns a call into text and an answer into values; JSON where it is left out. */
  toText?(call: object): string;
  parse?(text: string): unknown;
}

/** What nodes are asked with; the page's own where it is left out. */
export interface NodesNeeds {
  /** Aborted with the connector: nothing is asked any more. */
  readonly signal: AbortSignal;
  readonly fetch?: typeof fetch;
  readonly now?: () => number;
}

/** One address of a network, and what is known of it. */
export interface Address {
  /** Whether it served another chain when it was last asked. */
  isForeign: boolean;
  /**
   * A node's answer, with `result` or `error` in it. Rejects with a `NodeFault`. A request that is lost is sent once
   * more; where the node asked for a pause, nothing is sent before it is over.
   */
  post(call: Call, signal: AbortSignal): Promise<object>;
}

export function createAddress(
  url: string,
  { toText = JSON.stringify, parse }: Dialect,
  needs: NodesNeeds,
): Address {
  const { now = Date.now } = needs;
  let pausedUntil = 0;
  let calls = 0;

  async function send(body: string, signal: AbortSignal): Promise<object> {
    const headers = { 'content-type': 'application/json' };
    const response = await (needs.fetch ?? fetch)(url, {
      method: 'POST',
      headers,
      body,
      signal,
      credentials: 'omit',
    });
    const pauseMs = readPauseMs(response, now());
    if (pauseMs !== undefined) {
      pausedUntil = now() + pauseMs;
      throw new NodeFault('busy', `HTTP ${response.status}`);
    }
    return readAnswer(response, parse);
  }

  async function sendTwice(body: string, signal: AbortSignal): Promise<object> {
    try {
      return await send(body, signal);
    } catch (error) {
      if (isA(error, NodeFault) || signal.aborted) throw error;
      return send(body, signal);
    }
  }

  return {
    isForeign: false,
    async post(call, signal) {
      const isPaused = now() < pausedUntil;
      if (isPaused) throw new NodeFault('busy', 'It has asked for a pause.');
      calls += 1;
      const body = toText({ jsonrpc: '2.0', id: calls, ...call });
      const late = new AbortController();
      // By a timer of the page, so that it stands still while the page does.
      const timer = setTimeout(() => late.abort(new NodeFault('unreachable', 'It is too slow.')), nodeMs);
      try {
        return await sendTwice(body, AbortSignal.any([signal, late.signal]));
      } catch (cause) {
        throw isA(cause, NodeFault) ? cause : new NodeFault('unreachable', 'It did not answer.', { cause });
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
