import type { SolanaSignInInput } from '@solana/wallet-standard-features';
import { invalidParams } from '../wallet-error.ts';

/** How far `issuedAt` may be from now, in milliseconds. */
const ISSUED_WITHIN_MS = 10 * 60_000;

/** A sign-in whose domain and account are known. */
export type SignIn = SolanaSignInInput & { readonly domain: string; readonly address: string };

/** The page that asks, and the time. */
export interface SignInPage {
  readonly host: string;
  readonly origin: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Writes the text of Sign-In-With-Solana: the ABNF of EIP-4361 with "Solana account", absent fields left out. */
export function toSignInText(input: SignIn): string {
  const fields = [
    ['URI', input.uri],
    ['Version', input.version],
    ['Chain ID', input.chainId],
    ['Nonce', input.nonce],
    ['Issued At', input.issuedAt],
    ['Expiration Time', input.expirationTime],
    ['Not Before', input.notBefore],
    ['Request ID', input.requestId],
  ].flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
  const resources = input.resources
    ? ['Resources:', ...input.resources.map((resource) => `- ${resource}`)]
    : [];
  const lines = [...fields, ...resources].join('\n');
  const head = `${input.domain} wants you to sign in with your Solana account:\n${input.address}`;
  return [head, input.statement, lines].filter((part) => part).join('\n\n');
}

/**
 * Throws -32602 if a sign-in is for another page than the one that asks, is not issued within ten minutes
 * of now, or holds a line break that would forge a field.
 */
export function assertSignIn(input: SignIn, page: SignInPage): void {
  const { domain, uri, issuedAt } = input;
  if (domain !== page.host) throw invalidParams(`The sign-in is for ${domain}, this page is ${page.host}.`);
  if (uri !== undefined && (!URL.canParse(uri) || new URL(uri).origin !== page.origin)) {
    throw invalidParams(`The sign-in is for ${uri}, this page is ${page.origin}.`);
  }
  if (issuedAt !== undefined && !(Math.abs(Date.parse(issuedAt) - page.now) <= ISSUED_WITHIN_MS)) {
    throw invalidParams('The sign-in was not issued within the last ten minutes.');
  }
  const { resources = [], ...texts } = input;
  if (
    [...Object.values(texts), ...resources].some((text) => typeof text === 'string' && text.includes('\n'))
  ) {
    throw invalidParams('A field of the sign-in holds a line break.');
  }
}
