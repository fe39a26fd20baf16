import { addressOf, networkOf, type SignInIntent } from '@linkspan/contract';
import { assertSignIn } from '@linkspan/kit/sign-in';

/** What a wallet is asked to sign, as NEP-413 has it. */
export interface Nep413Message {
  readonly message: string;
  /** For whom it is signed. */
  readonly recipient: string;
  /** 32 bytes. */
  readonly nonce: Uint8Array;
  /** Where a wallet that leaves the page brings its answer. */
  readonly callbackUrl?: string | undefined;
}

/** A text for the page itself, with a nonce of its own. */
export function toMessage(message: string): Nep413Message {
  const nonce = crypto.getRandomValues(new Uint8Array(32));
  return { message, recipient: window.location.host, nonce };
}

/**
 * A sign-in as NEP-413 has it: the message holds the lines of CAIP-122, the recipient is the page's domain, and
 * the nonce is the SHA-256 of the intent's, which may be of any length. Rejects with `config/malformed` and the field.
 */
export async function toSignInMessage(intent: SignInIntent): Promise<Nep413Message> {
  assertSignIn(intent);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(intent.nonce));
  return { message: toText(intent), recipient: intent.domain, nonce: new Uint8Array(digest) };
}

/** CAIP-122, "Abstract Data Model" and "Signing Message". */
function toText(intent: SignInIntent): string {
  const { account, domain, statement, uri, notBefore, requestId, resources } = intent;
  return [
    `${domain} wants you to sign in with your NEAR account:`,
    addressOf(account),
    '',
    ...(statement ? [statement, ''] : []),
    `URI: ${uri}`,
    'Version: 1',
    `Chain ID: ${networkOf(account)}`,
    `Nonce: ${intent.nonce}`,
    `Issued At: ${intent.issuedAt}`,
    `Expiration Time: ${intent.expiresAt}`,
    ...(notBefore === undefined ? [] : [`Not Before: ${notBefore}`]),
    ...(requestId === undefined ? [] : [`Request ID: ${requestId}`]),
    ...(resources === undefined ? [] : ['Resources:', ...resources.map((resource) => `- ${resource}`)]),
  ].join('\n');
}
