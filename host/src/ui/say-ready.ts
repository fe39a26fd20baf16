import { format, type RemoteState, type Template, type WalletListing } from '@linkspan/contract';

/** What a card says of the wallets at hand. */
export interface ReadyTexts {
  readonly looking: Template;
  readonly none: Template;
  readonly one: Template;
  readonly many: Template;
}

/** Which wallets are at hand, of those that `ready` lists; while a remote is pending, none is no news. */
export function sayReady(
  [first, ...others]: readonly WalletListing[],
  { stage }: RemoteState,
  texts: ReadyTexts,
): string {
  if (first === undefined) return stage === 'pending' ? texts.looking : texts.none;
  const values = { wallet: first.name, count: String(others.length) };
  return format(others.length === 0 ? texts.one : texts.many, values);
}
