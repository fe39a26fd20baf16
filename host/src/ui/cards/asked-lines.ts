import { addressOf, type Intent, networkOf, type SendIntent } from '@linkspan/contract';
import { sayAboutFee } from '../forms/check-send.ts';
import { toExactAmount } from '../texts/amount.ts';
import { formatInstant } from '../texts/instant.ts';
import { t } from '../texts/t.ts';
import type { Family } from './use-family.ts';

/**
 * One line of what is asked. A code is shown for comparing; one that somebody else gave can be copied as well. Words are
 * the page's own, and nothing to compare.
 */
export interface AskedLine {
  readonly name: string;
  readonly value: string;
  readonly as?: 'amount' | 'code' | 'copied' | 'words';
}

type AskedFamily = Pick<Family, 'network' | 'quoted'>;

/** All that an intent says, whole: amounts to the last digit, addresses in full. A fee is about what the network quoted. */
export function toAskedLines(family: AskedFamily, intent: Intent, wallet: string): readonly AskedLine[] {
  const id = networkOf(intent.account);
  const network = family.network(id);
  const from: AskedLine = { name: t('card.asked.account'), value: addressOf(intent.account), as: 'code' };
  const on: AskedLine = { name: t('card.asked.network'), value: network?.title ?? id };
  switch (intent.kind) {
    case 'message':
      return [{ name: t('card.asked.message'), value: intent.text }, from, on];
    case 'sign-in':
      return [
        { name: t('card.asked.domain'), value: intent.domain },
        ...(intent.statement ? [{ name: t('card.asked.statement'), value: intent.statement }] : []),
        from,
        on,
        { name: t('card.asked.nonce'), value: intent.nonce, as: 'code' },
        { name: t('card.asked.until'), value: formatInstant(intent.expiresAt) },
      ];
    case 'send': {
      const { symbol, decimals } = network ?? { symbol: '', decimals: 0 };
      return [
        {
          name: t('card.asked.amount'),
          value: `${toExactAmount(intent.amount, decimals)} ${symbol}`,
          as: 'amount',
        },
        { name: t('card.asked.recipient'), value: intent.to, as: 'copied' },
        from,
        on,
        {
          name: t('card.asked.fee'),
          value: sayQuoted(family, intent) ?? t('card.asked.feeInWallet', { wallet }),
          as: 'words',
        },
      ];
    }
  }
}

function sayQuoted({ network, quoted: { current } }: AskedFamily, intent: SendIntent): string | undefined {
  const paidOn = network(networkOf(intent.account));
  const isFor =
    current?.account === intent.account && current.to === intent.to && current.amount === intent.amount;
  return isFor && paidOn ? sayAboutFee(current.fee, paidOn) : undefined;
}
