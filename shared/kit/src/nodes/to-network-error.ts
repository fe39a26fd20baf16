import { codeOf, isA, LinkspanError } from '@linkspan/contract';
import { NodeFault, nodeFaults } from './node-fault.ts';

/** What the failures of all addresses come to: the worst of them, with all of them as the cause. */
export function toNetworkError(failures: readonly unknown[], network: string): LinkspanError {
  const faults = failures.map(faultOf);
  const worst = nodeFaults.find((fault) => faults.includes(fault)) ?? 'unreachable';
  return new LinkspanError(`network/${worst}`, { network }, { cause: new AggregateError(failures) });
}

function faultOf(failure: unknown): string {
  return isA(failure, NodeFault) ? failure.fault : (codeOf(failure)?.slice('network/'.length) ?? '');
}
