import { addressOf, networkOf, type Signed, type SignInRequest } from '@linkspan/contract';
import { toMessageReader, toSignInReader } from '@linkspan/kit/readers';
import type { Readers } from '@linkspan/kit/session';
import { assertSignIn, type Eip4361Fields, malformed } from '@linkspan/kit/sign-in';
import { hashMessage, isAddress } from 'viem';
import { createSiweMessage } from 'viem/siwe';
import type { Caller } from './application/asked.ts';
import { type Signer, verifyAnswer } from './verify.ts';

/**
 * Has a text signed by EIP-191, and verifies it. Rejects with `wallet/malformed`, `wallet/wrong-signature`,
 * `wallet/other-signer`, and as `ask` does.
 */
export async function sign(signer: Signer, message: string): Promise<Signed> {
  const answer = await signer.ask(message);
  return { ...(await verifyAnswer(answer, hashMessage(message), signer)), message, scheme: 'eip191' };
}

/** Has a sign-in signed (EIP-4361), as `sign`. Rejects also with `config/malformed`, before the wallet is asked. */
export async function signIn(signer: Signer, intent: SignInRequest): Promise<Signed> {
  return sign(signer, toSignInText(intent));
}

/** Of the page's own messages and sign-ins. */
export const readers: Readers<'eip155', Caller> = new Map([
  ['message', toMessageReader(({ caller, account }, text) => sign(caller.signer(account), text))],
  ['sign-in', toSignInReader(({ caller, account }, request) => signIn(caller.signer(account), request))],
]);

/** Stands for the page's domain in viem, which knows no IPv6, no single label, no international top-level domain. */
const standIn = 'localhost';

/** The text of a sign-in (EIP-4361). Throws `config/malformed` with the field. */
export function toSignInText(intent: Eip4361Fields): string {
  assertSignIn(intent);
  const { account, domain, uri, nonce, statement, requestId, resources } = intent;
  const address = addressOf(account);
  const chainId = Number(networkOf(account).replace(/^eip155:(?=\d+$)/, ''));
  if (!isAddress(address)) throw malformed('address', 'an address of Ethereum, with its checksum (EIP-55)');
  if (!Number.isSafeInteger(chainId)) throw malformed('chain ID', 'a decimal number (EIP-155)');
  const text = createSiweMessage({
    ...{ domain: standIn, address, uri, version: '1', chainId, nonce, statement, requestId },
    issuedAt: toWritten(intent.issuedAt),
    expirationTime: toWritten(intent.expiresAt),
    notBefore: toWritten(intent.notBefore),
    resources: resources && [...resources],
  });
  return domain + text.slice(standIn.length);
}

/** A date that viem writes as it was given, and not in a spelling of its own. */
function toWritten<Text extends string | undefined>(text: Text): Text extends undefined ? undefined : Date;
function toWritten(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : Object.assign(new Date(text), { toISOString: () => text });
}
