import { field, hasCode, LinkspanError, toList } from '@linkspan/contract';
import { toRecipientError } from '@linkspan/kit/recipient';

/** The ids of a wallet's accounts, each once, the one in use first. Throws `wallet/malformed`, `wallet/locked`. */
export function parseAccounts(answer: unknown, wallet: string): readonly string[] {
  const named = toList(answer)?.map((account) => field(account, 'accountId'));
  const ids = named?.map(parseAccountId) ?? [undefined];
  if (ids.every((id) => id !== undefined)) return [...new Set(ids)];
  // One that was never unlocked may name an account without an id.
  const code = named?.every((id) => id === '') ? 'wallet/locked' : 'wallet/malformed';
  throw new LinkspanError(code, { wallet, place: 'accounts' });
}

/** Whether a text has the form of an account id: 2 to 64 characters (NEP-448, "Account ID Rules"). */
function isAccountId(value: unknown): value is string {
  return typeof value === 'string' && /^(?=.{2,64}$)[a-z\d]+([-_.][a-z\d]+)*$/.test(value);
}

/**
 * A wallet's account id in lower case: NEAR has no other, and wallets may write the digits of an implicit
 * account, or of an Ethereum-like one (NEP-518), in upper case or with a checksum. Undefined if it is no account id.
 */
export function parseAccountId(value: unknown): string | undefined {
  const id = typeof value === 'string' ? value.toLowerCase() : value;
  return isAccountId(id) ? id : undefined;
}

/**
 * The account id of a recipient in lower case, as a person has written it. Throws `input/recipient…`, also for an address
 * of another chain whose lower case anybody may own on NEAR. An Ethereum address is an account id (NEP-518).
 */
export function parseRecipient(text: string): string {
  const id = parseAccountId(text);
  const error = toRecipientError(text, 'NEAR');
  const isForeign = hasCode(error, 'input/recipient-family') && !/^0x/i.test(text);
  if (id === undefined || isForeign) throw error;
  return id;
}

/** Implicit and Ethereum-like accounts (NEP-518) come into being by the first transfer to them. */
export function isImplicit(accountId: string): boolean {
  return /^([a-f\d]{64}|0x[a-f\d]{40})$/.test(accountId);
}
