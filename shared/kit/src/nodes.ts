export type { Call, Dialect } from './node-address.ts';

import { field, hasCode, isA, LinkspanError, type Network } from '@linkspan/contract';
import { type Address, type Call, createAddress, type Dialect, nodeFaults } from './node-address.ts';

/** The nodes of one network, asked in the order of its addresses. */
export interface Nodes {
  /**
   * A node's answer, with `result` or `error` in it, unparsed: the first that is neither a fault of its node nor an
   * absence, else the first fault that a node has put in words; an absence only if all nodes of the network agree.
   * Otherwise rejects with `network/unreachable`, `network/busy`, `network/other-chain`, `network/portal`,
   * `network/malformed`, by what is worst among the addresses; as `signal` does where that was aborted.
   */
  ask(call: Call, signal?: AbortSignal): Promise<object>;
}

/** By the signal of their connector, then by network: what one command has learnt of a node, the next one knows. */
const opened = new WeakMap<AbortSignal, Map<string, Nodes>>();

/**
 * Opens a network's addresses, once per connector, whose end aborts the signal: then nothing is asked any more. None is asked more often than it wants, and none is believed that
 * serves another chain.
 */
export function openNodes(network: Network, dialect: Dialect, signal: AbortSignal): Nodes {
  const own = opened.get(signal) ?? new Map<string, Nodes>();
  opened.set(signal, own);
  const key = [network.id, ...network.rpc].join(' ');
  const nodes = own.get(key) ?? createNodes(network, dialect, signal);
  own.set(key, nodes);
  return nodes;
}

function createNodes(network: Network, dialect: Dialect, ended: AbortSignal): Nodes {
  const { identity, proven } = dialect;
  const addresses = network.rpc.map((url) => createAddress(url, network, dialect));

  async function askAt(address: Address, call: Call, signal: AbortSignal): Promise<object> {
    const isProof = call.method === identity.method;
    const needsProof = !isProof && (proven.includes(call.method) || address.isForeign);
    const [told, answer] = await Promise.all([
      needsProof ? address.post(identity, signal) : undefined,
      address.post(call, signal),
    ]);
    const proof = isProof ? answer : told;
    if (proof !== undefined) assertOurs(address, proof);
    const isSound = proof === undefined || dialect.isAnswer(proof, identity);
    if (isSound && dialect.isAnswer(answer, call) && !dialect.isAbsence(answer, call)) return answer;
    throw new NodeFault(answer);
  }

  function assertOurs(address: Address, proof: object): void {
    if (field(proof, 'error') != null) throw new NodeFault(proof);
    address.isForeign = !dialect.isOf(field(proof, 'result'), network);
    if (address.isForeign) throw new LinkspanError('network/other-chain', { network: network.title });
  }

  return {
    async ask(call, own) {
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
      const fault = said.find((answer) => !dialect.isAbsence(answer, call));
      if (fault !== undefined) return fault;
      const silent = failures.filter((one) => !isA(one, NodeFault));
      const [absence] = said;
      // An address of another chain is no node of this one; any other may have what the rest do not.
      if (absence !== undefined && silent.every((one) => hasCode(one, 'network/other-chain'))) return absence;
      throw toNetworkError(silent, network.title);
    },
  };
}

/** An answer by which a node says that it cannot answer, or does not have what was asked for. */
class NodeFault extends Error {
  readonly answer: object;

  constructor(answer: object) {
    super('The node cannot answer.');
    this.answer = answer;
  }
}

/** What the failures of all addresses come to: the worst of them, with all of them as the cause. */
function toNetworkError(failures: readonly unknown[], network: string): LinkspanError {
  const worst = nodeFaults.find((code) => failures.some((one) => hasCode(one, code)));
  const cause = new AggregateError(failures);
  return new LinkspanError(worst ?? 'network/unreachable', { network }, { cause });
}
