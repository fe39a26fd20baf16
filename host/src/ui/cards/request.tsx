import { type AccountId, addressOf, isSending, networkOf } from '@linkspan/contract';
import { useEffect, useRef } from 'react';
import type { Request } from '../../session/request.ts';
import { isPhone } from '../dialog/reach.ts';
import { Exact } from '../parts/address.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { useFront } from '../parts/in-front.tsx';
import { TestMark } from '../parts/test-mark.tsx';
import { WaitingFace } from '../parts/wallet-face.tsx';
import { shorten } from '../texts/address.ts';
import { t } from '../texts/t.ts';
import { useReadable, useShell } from '../use-shell.ts';
import { elsewhere, Paired } from './connecting.tsx';
import { listPaid, type ShownLine, toShownLines } from './request-lines.ts';
import type { Family, NoticeProps } from './use-family.ts';

/** The request, whole and in view, so that the person can compare it with the wallet's prompt. */
export function RequestSheet({ family, notice, wallet }: NoticeProps<'checking' | 'asking'>) {
  const list = useRef<HTMLDListElement>(null);
  const shell = useShell();
  const { title } = shell.config;
  const prompt = sayPrompt(notice, wallet);
  const { intent } = notice;
  const activity = useReadable(shell.activity);
  const isInFront = useFront() !== undefined;
  useEffect(() => {
    if (!isInFront) void list.current?.scrollIntoView({ block: 'nearest' });
  }, [isInFront]);
  return (
    <div className="notice rises" data-tone={notice.kind === 'asking' ? 'now' : 'checking'}>
      <div className="ask">
        {'wallet' in family.card && <WaitingFace wallet={family.card.wallet} isWaiting />}
        <div>
          <p className="notice-title">{prompt.title}</p>
          {intent ? <Who family={family} account={intent.account} /> : <p>{prompt.advice}</p>}
        </div>
      </div>
      {notice.summary && (
        <blockquote className="asked-claim">
          <p>{t('card.request.says', { title })}</p>
          <p>
            <bdi>{t('card.request.claim', { claim: notice.summary })}</bdi>
          </p>
        </blockquote>
      )}
      {intent && (
        <dl ref={list} className="asked" data-field="intent">
          {toShownLines(family, intent, { wallet, fee: notice.fee, paid: listPaid(activity) }).map(
            (line, index) => (
              <div
                key={index}
                data-as={line.as}
                data-tone={line.warning && 'bad'}
                data-long={line.name.length > mostBeside ? '' : undefined}
              >
                <dt>{line.name}</dt>
                <Value line={line} />
              </div>
            ),
          )}
        </dl>
      )}
      {notice.kind === 'asking' && (
        <p className="asked-compare">
          {notice.isLate
            ? t(isSending(intent) ? 'card.waitingSend' : 'card.waitingAsked', { wallet })
            : prompt.advice}
        </p>
      )}
      <Paired family={family} />
      <div className="actions">
        <button type="button" className="button" onClick={family.commands.cancel}>
          {t('card.cancel')}
        </button>
        {notice.kind === 'asking' && 'appUrl' in family.card && family.card.appUrl && isPhone() && (
          <a className="button button-main" href={family.card.appUrl} {...elsewhere(family.card.appUrl)}>
            {t('card.openWallet', { wallet })}
          </a>
        )}
      </div>
    </div>
  );
}

/** The longest name, in characters, that stands in a column of its own. */
const mostBeside = 12;

/** The account that is asked, and its network. */
function Who({ family, account }: { family: Pick<Family, 'network'>; account: AccountId }) {
  const id = networkOf(account);
  const network = family.network(id);
  const address = addressOf(account);
  return (
    <p className="asked-who">
      <bdi translate="no" title={address}>
        {shorten(address)}
      </bdi>
      <span>{network?.title ?? id}</span>
      <TestMark network={network} />
    </p>
  );
}

function Value({ line: { value, as, warning, rest } }: { line: ShownLine }) {
  const warned = warning && <strong>{warning}</strong>;
  if (as === 'code' || as === 'copied')
    return (
      <dd>
        {warned}
        <Exact code={value} />
        {rest && <small>{rest}</small>}
        {as === 'copied' && (
          <>
            <span> </span>
            <CopyButton text={value} what={t('forms.recipient')} />
          </>
        )}
      </dd>
    );
  if (as === 'bytes')
    return (
      <dd>
        {warned ?? <span>{rest}</span>}
        <details>
          <summary>{t('card.request.showBytes')}</summary>
          <bdi className="mono" translate="no">
            {value}
          </bdi>
        </details>
      </dd>
    );
  return (
    // A long text scrolls, so the keyboard must reach it.
    <dd tabIndex={value.length > 80 ? 0 : undefined}>
      {warned}
      <bdi translate={as === 'words' ? undefined : 'no'}>{value}</bdi>
      {rest && <small>{rest}</small>}
    </dd>
  );
}

/** The next step of the person in a running request. */
export function sayPrompt(
  { state, isLate }: Pick<Request & { state: 'asking' }, 'isLate'> & { state: 'checking' | 'asking' },
  wallet: string,
) {
  if (state === 'checking') {
    const title = t('card.checking');
    return { title, advice: t('card.checkingAdvice', { wallet }) };
  }
  const title = t(isLate ? 'card.waiting' : 'card.approveIn', { wallet });
  return { title, advice: t('card.compare') };
}
