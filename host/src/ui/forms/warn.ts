import { type AccountId, addressOf, type Balance } from '@linkspan/contract';
import { t } from '../texts/t.ts';
import { isSameAddress } from './past-recipients.ts';

/** What is worth a second look at a recipient; undefined for nothing. `isNew` is whether it was never sent to. */
export type RecipientWarning = { readonly says: string; readonly isNew: boolean } | undefined;

/** `own` are the wallet's accounts, `known` whom was sent to; `isValid` is whether the remote takes it for an address. */
export function warnOfRecipient(
  to: string,
  facts: { readonly own: readonly AccountId[]; readonly known: readonly string[]; readonly isValid: boolean },
): RecipientWarning {
  const { own, known, isValid } = facts;
  if (own.some((account) => isSameAddress(to, addressOf(account))))
    return { says: t('forms.ownRecipient'), isNew: false };
  const isKnown = known.some((one) => isSameAddress(to, one));
  return isKnown || !isValid ? undefined : { says: t('forms.newRecipient'), isNew: true };
}

/** A friendly word about an amount of more than 90 % of what there is; undefined for less, and for what is too much. */
export function warnOfAmount(units: string | undefined, balance: Balance | undefined): string | undefined {
  if (units === undefined || balance === undefined) return undefined;
  const [amount, all] = [BigInt(units), BigInt(balance.amount)];
  return amount <= all && amount * 10n > all * 9n ? t('forms.mostOfBalance') : undefined;
}
