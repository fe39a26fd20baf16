import type { AccountId, SignInIntent } from '@linkspan/contract';
import { signInValidMs } from '../limits.ts';

/** EIP-4361, "ABNF Message Format": what a statement may be written with. */
const statementForm = /^[\w .~:/?#[\]@!$&'()*+,;=-]+$/;

/** What a person agrees to by signing in. A title that EIP-4361 cannot write is left out. */
export function toStatement(title: string): string {
  return statementForm.test(title) ? `Sign in to ${title}.` : 'Sign in to this page.';
}

/** A sign-in to this page: CAIP-122, "Data Model". `nonce` is 32 hexadecimal digits of fresh randomness. */
export function toSignIn(
  account: AccountId,
  page: { readonly host: string; readonly origin: string },
  statement: string,
  { now, nonce }: { readonly now: number; readonly nonce: string },
): SignInIntent {
  return {
    kind: 'sign-in',
    account,
    domain: page.host,
    uri: page.origin,
    statement,
    nonce,
    issuedAt: new Date(now).toISOString(),
    expiresAt: new Date(now + signInValidMs).toISOString(),
  };
}

/** 32 hexadecimal digits that nobody can guess. */
export function newNonce(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
