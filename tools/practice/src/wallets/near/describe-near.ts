import { toAmount } from '../amount.ts';
import type { Fact } from '../approval.ts';
import type { Network } from '../network.ts';
import type { NearAction, NearCall } from './near-action.ts';

/** Says in plain words what a transaction does: amount and recipient, and every other action by its name. */
export function describeNear({ receiverId, actions }: NearCall, network: Network): readonly Fact[] {
  return [...actions.flatMap((action) => describe(action, network)), { label: 'To', value: receiverId }];
}

function describe(action: NearAction, network: Network): readonly Fact[] {
  if ('transfer' in action) return [{ label: 'Amount', value: toAmount(action.transfer.deposit, network) }];
  if ('functionCall' in action) {
    const { methodName, deposit } = action.functionCall;
    return [
      { label: 'Calls', value: methodName },
      { label: 'Amount', value: toAmount(deposit, network) },
    ];
  }
  if ('stake' in action) return [{ label: 'Stakes', value: toAmount(action.stake.stake, network) }];
  if ('addKey' in action) {
    const isFull = 'fullAccess' in action.addKey.accessKey.permission;
    return [{ label: 'Adds a key', value: isFull ? 'With full access' : 'For calls of a contract' }];
  }
  if ('deleteAccount' in action) {
    return [
      { label: 'Deletes', value: `The account; all it holds goes to ${action.deleteAccount.beneficiaryId}` },
    ];
  }
  return [{ label: 'Does', value: Object.keys(action).join() }];
}
