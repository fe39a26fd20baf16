import { type Intent, networkOf } from '@linkspan/contract';
import { formatAmount, toExactAmount } from '../../texts/amount.ts';
import { t } from '../../texts/t.ts';
import { Panel } from './panel.tsx';
import type { Family } from './use-family.ts';

/** What a request's notice is made of; while its release is checked, the wallet is not asked yet. */
interface AskedProps {
  readonly family: Family;
  readonly asked: { readonly kind: 'checking' | 'asking'; readonly intent: Intent };
  readonly wallet: string;
}

/** What the wallet is being asked for, whole, to be compared with what it shows. */
export function Asked({ family, asked: { kind, intent }, wallet }: AskedProps) {
  return (
    <Panel {...say(family, kind, wallet)}>
      <dl className="asked" data-field="intent">
        {toLines(family, intent).map(({ name, value, whole, isCode }) => (
          <div key={name}>
            <dt>{name}</dt>
            {/* A long message scrolls, so the keyboard must reach it. */}
            <dd title={whole} tabIndex={value.length > 80 ? 0 : undefined}>
              <bdi className={isCode && 'mono'}>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function say({ config }: Family, kind: 'checking' | 'asking', wallet: string) {
  if (kind === 'asking')
    return { tone: 'now', title: t('card.approveIn', { wallet }), advice: t('card.compare') } as const;
  const title = t('card.checking', { family: config.title });
  return { tone: 'checking', title, advice: t('card.checkingAdvice', { wallet }) } as const;
}

interface Line {
  readonly name: string;
  readonly value: string;
  readonly whole: string;
  readonly isCode?: true;
}

function toLines(family: Family, intent: Intent): readonly Line[] {
  const id = networkOf(intent.account);
  const network = family.network(id);
  const on = { name: t('card.asked.network'), value: network?.title ?? id, whole: id };
  switch (intent.kind) {
    case 'message':
      return [{ name: t('card.asked.message'), value: intent.text, whole: intent.text }];
    case 'sign-in':
      return [{ name: t('card.asked.domain'), value: intent.domain, whole: intent.uri }, on];
    case 'send': {
      const { symbol, decimals } = network ?? { symbol: '', decimals: 0 };
      const exact = `${toExactAmount(intent.amount, decimals)} ${symbol}`;
      const amount = `${formatAmount(intent.amount, decimals)} ${symbol}`;
      return [
        { name: t('card.asked.amount'), value: amount, whole: exact },
        { name: t('card.asked.recipient'), value: intent.to, whole: intent.to, isCode: true },
        on,
      ];
    }
  }
}
