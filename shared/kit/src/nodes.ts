export type { Call, Dialect } from './node-address.ts';

import { field, hasCode, isA, LinkspanError, type Network } from '@linkspan/contract';
import { type Address, type Call, createAddress, type Dialect, nodeFaults } from './node-address.ts';

/** The nodes of one network, asked in the order of its addresses. */
export interface Nodes {
  /**
   * A node's answer, with `result` or `error` in it, unparsed: the first that is neither a fault of its node nor an
   * absence, else the first fault that a node has put in words; an absence only if all nodes of the network agree, or with
   * `absence: 'any'` if one says so. Otherwise rejects with the worst of `network/unreachable`, `network/busy`, `network/other-chain`, `network/portal` and
   * `network/malformed` among the addresses; as `signal` does if that was aborted.
   */
  ask(call: Call, options?: AskOptions): Promise<object>;
}

export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  /** How many nodes have to say that they lack a transaction: all by default, so that its sender can rely on it. */
  readonly absence?: 'all' | 'any';
}

/** By the signal of their connector, then by network: all commands share one state of a node. */
const opened = new WeakMap<AbortSignal, Map<string, ReturnType<typeof createNodes>>>();

/**
 * Opens a network's addresses, once per connector; the signal aborts at its end, and nothing is asked after it. No node is
 * asked more often than it permits. No answer counts unless the node serves the network's chain: it is asked for its chain
 * beside the first request, after a failure, and after `forgetChains`.
 */
export function openNodes(network: Network, dialect: Dialect, signal: AbortSignal): Nodes {
  const own = opened.get(signal) ?? new Map();
  opened.set(signal, own);
  const key = [network.id, ...network.rpc].join(' ');
  const nodes = own.get(key) ?? createNodes(network, dialect, signal);
  own.set(key, nodes);
  return nodes;
}

/** Makes each node of a connector prove its chain again, beside the next request: before a signature or a send. */
export function forgetChains(signal: AbortSignal): void {
  for (const nodes of opened.get(signal)?.values() ?? []) nodes.forgetChain();
}

function createNodes(
  network: Network,
  dialect: Dialect,
  ended: AbortSignal,
): Nodes & { forgetChain(): void } {
  const { identity } = dialect;
  const addresses = network.rpc.map((url) => createAddress(url, network, dialect));
  /** Of each address, whether its node is in order: it serves the network's chain. Rejects with `network/…`. */
  const checks = new Map<Address, Promise<boolean>>();

  async function check(address: Address): Promise<boolean> {
    const answer = await address(identity, ended);
    if (field(answer, 'error') != null) throw new NodeFault(answer);
    if (dialect.isOf(field(answer, 'result'), network)) return dialect.isAnswer(answer, identity);
    throw new LinkspanError('network/other-chain', { network: network.title });
  }

  async function askAt(address: Address, call: Call, signal: AbortSignal): Promise<object> {
    const known = checks.get(address);
    const own = known ?? check(address);
    checks.set(address, own);
    try {
      const [isSound, answer] = await Promise.all([own, address(call, signal)]);
      const isAbsent = dialect.isAbsence(answer, call);
      // A node that has changed its chain lacks every transaction.
      if (isAbsent && known !== undefined) await check(address);
      if (isSound && dialect.isAnswer(answer, call) && !isAbsent) return answer;
      throw new NodeFault(answer);
    } catch (error) {
      if (checks.get(address) === own) checks.delete(address);
      throw error;
    }
  }

  return {
    forgetChain: () => checks.clear(),
    async ask(call, { signal: own, absence = 'all' } = {}) {
      const signal = own ? AbortSignal.any([ended, own]) : ended;
      const failures: unknown[] = [];
      for (const address of addresses) {
        signal.throwIfAborted();
        try {
          return await askAt(address, call, signal);
        } catch (error) {
          signal.throwIfAborted();
          failures.push(error);
        }
      }
      const said = failures.flatMap((one) => (isA(one, NodeFault) ? [one.answer] : []));
      const lacking = said.find((answer) => dialect.isAbsence(answer, call));
      if (lacking !== undefined && absence === 'any') return lacking;
      const fault = said.find((answer) => !dialect.isAbsence(answer, call));
      if (fault !== undefined) return fault;
      const silent = failures.filter((one) => !isA(one, NodeFault));
      // An address of another chain is no node of this one; any other may have what the rest do not.
      if (lacking !== undefined && silent.every((one) => hasCode(one, 'network/other-chain'))) return lacking;
      throw toNetworkError(silent, network.title);
    },
  };
}

/** An answer by which a node says that it cannot answer, or lacks the transaction. */
class NodeFault extends Error {
  readonly answer: object;

  constructor(answer: object) {
    super('The node cannot answer.');
    this.answer = answer;
  }
}

/** The worst of the addresses' failures, with all of them as the cause. */
function toNetworkError(failures: readonly unknown[], network: string): LinkspanError {
  const worst = nodeFaults.find((code) => failures.some((one) => hasCode(one, code)));
  const cause = new AggregateError(failures);
  return new LinkspanError(worst ?? 'network/unreachable', { network }, { cause });
}
