import { useEffect, useRef } from 'react';
import type { Request } from '../../session/request.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Exact } from '../parts/exact.tsx';
import { WaitingFace } from '../parts/wallet-face.tsx';
import { t } from '../texts/t.ts';
import { type AskedLine, toAskedLines } from './asked-lines.ts';
import type { NoticeState } from './notice-state.ts';
import { Paired } from './paired.tsx';
import type { Family } from './use-family.ts';

/** What a request's notice is made of; while its release is checked, the wallet is not asked yet. */
interface AskedProps {
  readonly family: Family;
  readonly asked: NoticeState & { kind: 'checking' | 'asking' };
  readonly wallet: string;
}

/** What the wallet is being asked for, whole and in view, to be compared with what it shows. */
export function Asked({ family, asked, wallet }: AskedProps) {
  const list = useRef<HTMLDListElement>(null);
  const { title, advice } = sayAsked({ ...asked, state: asked.kind }, wallet);
  // Newer browsers answer a promise, which React would call as an undoing.
  useEffect(() => void list.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div className="notice rises" data-tone={asked.kind === 'asking' ? 'now' : 'checking'}>
      <div className="ask">
        {'wallet' in family.card && <WaitingFace wallet={family.card.wallet} isWaiting />}
        <div>
          <p className="notice-title">{title}</p>
          <p>{advice}</p>
        </div>
      </div>
      {asked.kind === 'asking' && asked.isLate && (
        <p>{t(asked.intent.kind === 'send' ? 'card.waitingSend' : 'card.waitingAsked', { wallet })}</p>
      )}
      <dl ref={list} className="asked" data-field="intent">
        {toAskedLines(family, asked.intent, wallet).map((line) => (
          <div key={line.name} data-as={line.as}>
            <dt>{line.name}</dt>
            <Value line={line} />
          </div>
        ))}
      </dl>
      <Paired family={family} />
      <div className="actions">
        <button type="button" className="button" onClick={family.commands.cancel}>
          {t('card.cancel')}
        </button>
      </div>
    </div>
  );
}

function Value({ line: { value, as } }: { line: AskedLine }) {
  // A long text scrolls, so the keyboard must reach it.
  if (as === undefined || as === 'words' || as === 'amount')
    return (
      <dd tabIndex={value.length > 80 ? 0 : undefined}>
        <bdi translate={as === 'words' ? undefined : 'no'}>{value}</bdi>
      </dd>
    );
  return (
    <dd>
      <Exact code={value} />
      {as === 'copied' && (
        <>
          <span> </span>
          <CopyButton text={value} what={t('forms.recipient')} />
        </>
      )}
    </dd>
  );
}

/** What is told of a request, as far as it is under way. */
type Told = Pick<Request & { state: 'asking' }, 'isLate'> & { readonly state: 'checking' | 'asking' };

/** What the person does now. */
export function sayAsked({ state, isLate }: Told, wallet: string) {
  if (state === 'checking') {
    const title = t('card.checking');
    return { title, advice: t('card.checkingAdvice', { wallet }) };
  }
  const title = t(isLate ? 'card.waiting' : 'card.approveIn', { wallet });
  return { title, advice: t('card.compare', { wallet }) };
}
