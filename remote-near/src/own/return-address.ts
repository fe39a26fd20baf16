import { attemptParameter } from './attempt-parameter.ts';

/** What wallets' sites answer by, in the query or in the fragment of the address that they lead back to. */
const answers = [
  attemptParameter,
  'account_id',
  'accountId',
  'all_keys',
  'public_key',
  'publicKey',
  'errorCode',
  'errorMessage',
  'transactionHashes',
];

const mostKept = 2_000;

/**
 * The address that a wallet's site leads back to: the page's own with the attempt's id, which is random, and nothing else.
 * So whatever stands in it beside that id, when it comes back with it, is of that site.
 */
export function toReturnAddress(page: string, attempt: string): string {
  const { origin, pathname } = new URL(page);
  return `${origin}${pathname}?${new URLSearchParams({ [attemptParameter]: attempt })}`;
}

/**
 * The query and the fragment of the page's address without what looks like an answer, which a link may have brought; to be
 * put back when the page is come back to.
 */
export function toOwnPart(page: string): string {
  const address = new URL(page);
  for (const name of answers) if (address.searchParams.has(name)) address.searchParams.delete(name);
  const fragment = new URLSearchParams(address.hash.slice(1));
  if (answers.some((name) => fragment.has(name))) address.hash = '';
  const own = address.search + address.hash;
  return own.length <= mostKept ? own : '';
}

/** Takes a wallet's answer out of the page's address, and puts back what was there before. */
export function cleanAddress(own = toOwnPart(window.location.href)): void {
  window.history.replaceState(window.history.state, '', window.location.pathname + own);
}
