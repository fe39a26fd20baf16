import { addressOf, networkOf } from '@linkspan/contract';
import { assertSignIn, malformed, type SignInFields } from '@linkspan/kit/sign-in';
import { isAddress } from 'viem';
import { createSiweMessage } from 'viem/siwe';

/** What viem is given for the page's domain: it knows no IPv6, no single label, no international top-level domain. */
const standIn = 'localhost';

/** The text of a sign-in (EIP-4361). Throws `config/malformed` with the field. */
export function toSignInText(intent: SignInFields): string {
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
