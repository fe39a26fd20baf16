import type { Answer } from '../approval.ts';
import type { NearKey } from '../near/near-keys.ts';
import { signNearMessage } from '../near/near-signer.ts';
import { sendNear, toTransactionId } from '../near/send-near.ts';
import type { Rpc } from '../rpc.ts';
import { unauthorized } from '../wallet-error.ts';
import {
  toFailedAnswer,
  toLoginAnswer,
  toMessageAnswer,
  toRejectedAnswer,
  toSentAnswer,
} from './redirect-answer.ts';
import type { RedirectRequest } from './redirect-request.ts';

/** What it takes to do what was approved. */
export interface RedirectMeans {
  readonly keys: readonly NearKey[];
  /** The network where transactions are sent. */
  readonly rpc: Rpc | undefined;
}

/** Does what was decided, and tells where to go. Throws 4100 if the wallet has no such account. */
export async function answerRedirect(
  request: RedirectRequest,
  answer: Answer,
  { keys, rpc }: RedirectMeans,
): Promise<URL> {
  if (answer.kind !== 'approved') return toRejectedAnswer(request);
  const wanted = request.flow === 'sign' ? request.signerId : answer.accounts[0];
  const key = keys.find(({ accountId }) => accountId === wanted);
  if (!key) throw unauthorized(wanted ?? '');
  if (request.flow === 'login') return toLoginAnswer(request.successUrl, key);
  if (request.flow === 'sign') return sendAll(request, key, rpc);
  const { message, state, callbackUrl } = request;
  return toMessageAnswer(
    callbackUrl,
    signNearMessage({ ...message, ...(state !== undefined && { state }) }, key),
  );
}

async function sendAll(
  { calls, callbackUrl, meta }: Extract<RedirectRequest, { flow: 'sign' }>,
  key: NearKey,
  rpc: Rpc | undefined,
): Promise<URL> {
  if (!rpc) return toFailedAnswer(callbackUrl, 'The network is not known.');
  const hashes: string[] = [];
  try {
    for (const call of calls) hashes.push(toTransactionId(await sendNear(call, key, rpc)));
  } catch (error) {
    return toFailedAnswer(callbackUrl, error instanceof Error ? error.message : String(error));
  }
  return toSentAnswer(callbackUrl, hashes, meta);
}
