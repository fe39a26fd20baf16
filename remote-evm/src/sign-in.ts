import { addressOf, LinkspanError, networkOf, type SignInIntent } from '@linkspan/contract';
import { getAddress } from 'viem';
import { toChainId } from './provider.ts';

/** EIP-4361, "ABNF Message Format": reserved, unreserved and space. */
const statementForm = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;= ]+$/;

/**
 * The text of a sign-in as EIP-4361 writes it. Throws `config/malformed` for a statement with other than its
 * plain characters.
 */
export function toSignInText(intent: SignInIntent): string {
  const { account, domain, uri, statement, nonce, issuedAt, expiresAt } = intent;
  if (!statementForm.test(statement))
    throw new LinkspanError('config/malformed', {
      place: 'the statement of the sign-in',
      expected: 'one line of plain letters, digits and punctuation (EIP-4361)',
    });
  return [
    `${domain} wants you to sign in with your Ethereum account:`,
    getAddress(addressOf(account)),
    '',
    statement,
    '',
    `URI: ${uri}`,
    'Version: 1',
    `Chain ID: ${toChainId(networkOf(account) as `eip155:${string}`)}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt}`,
    `Expiration Time: ${expiresAt}`,
  ].join('\n');
}
