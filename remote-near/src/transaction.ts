import { field } from '@linkspan/contract';

/** Actions of one account on another, in a transaction or in a delegate action. */
export interface Batch {
  readonly from: string;
  readonly to: string;
  readonly actions: readonly unknown[];
}

/** What a transaction delegates (NEP-366): its only action. Undefined if it delegates nothing. */
export function toDelegate({ actions: [only, ...others] }: Batch): unknown {
  const delegate = field(field(only, 'Delegate'), 'delegate_action');
  return others.length === 0 ? delegate : undefined;
}

/** Where receipts were executed; undefined unless all of them have succeeded. */
export function readExecutors(found: unknown): readonly unknown[] | undefined {
  const receipts = field(found, 'receipts_outcome');
  if (!Array.isArray(receipts)) return undefined;
  const outcomes = receipts.map((receipt) => field(receipt, 'outcome'));
  const isDone = (status: unknown) =>
    typeof field(status, 'SuccessValue') === 'string' ||
    typeof field(status, 'SuccessReceiptId') === 'string';
  if (!outcomes.every((outcome) => isDone(field(outcome, 'status')))) return undefined;
  return outcomes.map((outcome) => field(outcome, 'executor_id'));
}

/** The actions of a transaction, or of a delegate action, from unknown. */
export function parseBatch(given: unknown, sender: 'signer_id' | 'sender_id'): Batch | undefined {
  const [from, to, actions] = [sender, 'receiver_id', 'actions'].map((key) => field(given, key));
  if (typeof from !== 'string' || typeof to !== 'string' || !Array.isArray(actions)) return undefined;
  return { from, to, actions };
}

/** An action is an object with its name as the only key; one without fields is its name alone. */
export function kindOf(action: unknown): string {
  if (typeof action === 'string') return action;
  const keys = typeof action === 'object' && action !== null ? Object.keys(action) : [];
  return keys.length === 1 ? String(keys[0]) : '';
}

/** In yoctoNEAR. */
export function depositOf(action: unknown): string | undefined {
  const deposit = field(field(action, 'Transfer'), 'deposit');
  return typeof deposit === 'string' && /^(0|[1-9]\d{0,38})$/.test(deposit) ? deposit : undefined;
}
