import type { Platform } from '../platform.ts';
import type { Rpc } from '../rpc.ts';
import { isRecord } from '../shape.ts';
import { WalletError } from '../wallet-error.ts';

const POLL_MS = 400;
/** A blockhash lives about a minute; after that a transaction cannot come any more. */
const GIVE_UP_MS = 90_000;
const order = ['processed', 'confirmed', 'finalized'];

/** What it takes to wait for a transaction. */
export interface Confirmation {
  readonly commitment: string;
  readonly rpc: Rpc;
  readonly platform: Platform;
}

/**
 * Resolves when the cluster has taken a transaction as surely as `commitment` asks. Throws -32603 if the
 * transaction failed, or did not come in time.
 */
export async function confirmSignature(signature: string, wanted: Confirmation): Promise<void> {
  const { rpc, platform, commitment } = wanted;
  const endsAt = platform.now() + GIVE_UP_MS;
  while (platform.now() < endsAt) {
    const status = toStatus(await rpc('getSignatureStatuses', [[signature]]));
    if (status.err) {
      throw new WalletError(-32603, 'The transaction failed on the chain.', { data: status.err });
    }
    const reached = order.indexOf(String(status.confirmationStatus));
    if (reached >= Math.max(0, order.indexOf(commitment))) return;
    await platform.wait(POLL_MS);
  }
  throw new WalletError(-32603, 'The chain did not confirm the transaction in time.');
}

function toStatus(answer: unknown): Readonly<Record<string, unknown>> {
  const statuses = isRecord(answer) ? answer.value : undefined;
  const first: unknown = Array.isArray(statuses) ? statuses[0] : undefined;
  return isRecord(first) ? first : {};
}
