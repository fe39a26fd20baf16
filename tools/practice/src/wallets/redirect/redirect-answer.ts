import type { NearKey } from '../near/near-keys.ts';
import type { NearSignedMessage } from '../near/near-signer.ts';
import type { RedirectRequest } from './redirect-request.ts';

/** Where a log-in leads when it was approved. */
export function toLoginAnswer(successUrl: URL, { accountId, publicKey }: NearKey): URL {
  return withQuery(successUrl, { account_id: accountId, all_keys: publicKey });
}

/** Where a signed message leads: the answer stands in the fragment, as NEP-413 has it for web wallets. */
export function toMessageAnswer(
  callbackUrl: URL,
  { accountId, publicKey, signature, state }: NearSignedMessage,
): URL {
  return withFragment(callbackUrl, {
    accountId,
    publicKey,
    signature,
    ...(state !== undefined && { state }),
  });
}

/** Where sent transactions lead. `hashes` are their ids in base58. */
export function toSentAnswer(callbackUrl: URL, hashes: readonly string[], meta: string | undefined): URL {
  return withQuery(callbackUrl, {
    transactionHashes: hashes.join(','),
    ...(meta !== undefined && { signMeta: meta }),
  });
}

/** Where a rejection leads. */
export function toRejectedAnswer(request: RedirectRequest): URL {
  const errorMessage = 'User rejected the request.';
  if (request.flow === 'sign-message') return withFragment(request.callbackUrl, { error: errorMessage });
  const url = request.flow === 'login' ? request.failureUrl : request.callbackUrl;
  return withQuery(url, { errorCode: 'userRejected', errorMessage });
}

/** Where transactions lead that could not be sent. */
export function toFailedAnswer(callbackUrl: URL, errorMessage: string): URL {
  return withQuery(callbackUrl, { errorCode: 'Error', errorMessage });
}

function withQuery(url: URL, fields: Readonly<Record<string, string>>): URL {
  const answer = new URL(url);
  for (const [name, value] of Object.entries(fields)) answer.searchParams.set(name, value);
  return answer;
}

function withFragment(url: URL, fields: Readonly<Record<string, string>>): URL {
  const answer = new URL(url);
  // Readers of fragments decode %20, but not always the plus sign of forms.
  answer.hash = new URLSearchParams(fields).toString().replaceAll('+', '%20');
  return answer;
}
