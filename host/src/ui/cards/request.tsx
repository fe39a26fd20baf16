import {
  addressOf,
  type Intent,
  isSending,
  type Network,
  networkOf,
  type RequestLine,
} from '@linkspan/contract';
import { useEffect, useRef } from 'react';
import type { Request } from '../../session/request.ts';
import { Exact } from '../parts/address.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { TestMark } from '../parts/test-mark.tsx';
import { WaitingFace } from '../parts/wallet-face.tsx';
import { formatInstant, sayAboutFee, toExactAmount } from '../texts/format.ts';
import { t } from '../texts/t.ts';
import { Paired } from './connecting.tsx';
import type { Family, NoticeProps } from './use-family.ts';

/** The request, whole and in view, so that the person can compare it with the wallet's prompt. */
export function RequestSheet({ family, notice, wallet }: NoticeProps<'checking' | 'asking'>) {
  const list = useRef<HTMLDListElement>(null);
  const { title, advice } = sayPrompt({ ...notice, state: notice.kind }, wallet);
  // Newer browsers answer a promise, which React would call as an undoing.
  useEffect(() => void list.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div className="notice rises" data-tone={notice.kind === 'asking' ? 'now' : 'checking'}>
      <div className="ask">
        {'wallet' in family.card && <WaitingFace wallet={family.card.wallet} isWaiting />}
        <div>
          <p className="notice-title">{title}</p>
          <p>{advice}</p>
        </div>
      </div>
      {notice.kind === 'asking' && notice.isLate && (
        <p>{t(isSending(notice.intent) ? 'card.waitingSend' : 'card.waitingAsked', { wallet })}</p>
      )}
      {notice.intent && (
        <dl ref={list} className="asked" data-field="intent">
          {toShownLines(family, notice.intent as Intent, wallet).map((line, index) => (
            <div key={index} data-as={line.as} data-tone={line.warning && 'bad'}>
              <dt>{line.name}</dt>
              <Value line={line} />
            </div>
          ))}
        </dl>
      )}
      <Paired family={family} />
      <div className="actions">
        <button type="button" className="button" onClick={family.commands.cancel}>
          {t('card.cancel')}
        </button>
      </div>
    </div>
  );
}

function Value({ line: { value, as, warning, network } }: { line: ShownLine }) {
  const warned = warning && <strong>{warning}</strong>;
  // A long text scrolls, so the keyboard must reach it.
  if (as === undefined || as === 'words' || as === 'amount')
    return (
      <dd tabIndex={value.length > 80 ? 0 : undefined}>
        {warned}
        <bdi translate={as === 'words' ? undefined : 'no'}>{value}</bdi>
        <TestMark network={network} />
      </dd>
    );
  return (
    <dd>
      {warned}
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
  return { title, advice: t('card.compare', { wallet }) };
}

/** A line of a request: `code` is for comparison, `copied` can be copied too, `words` are the page’s own. */
interface ShownLine {
  readonly name: string;
  readonly value: string;
  readonly as?: 'amount' | 'code' | 'copied' | 'words';
  /** In the page’s words, above the value. */
  readonly warning?: string;
  /** Of the line that names it. */
  readonly network?: Network | undefined;
}

type RequestFamily = Pick<Family, 'network' | 'quoted'>;

/** Read by servers alone: they stand behind what a person compares. */
const lastKinds: readonly RequestLine['is'][] = ['nonce', 'until'];

/** The whole intent: amounts to the last digit, addresses in full. The fee of a send is the network's quote, rounded. */
export function toShownLines(family: RequestFamily, intent: Intent, wallet: string): readonly ShownLine[] {
  const id = networkOf(intent.account);
  const network = family.network(id);
  const isLast = ({ is }: RequestLine) => lastKinds.includes(is);
  const show = (lines: readonly RequestLine[]) => toIntentLines({ ...intent, lines }, network);
  const fee = intent.method === 'send' && {
    name: t('card.request.fee'),
    value: sayQuoted(family, intent) ?? t('card.request.feeInWallet', { wallet }),
    as: 'words' as const,
  };
  return [
    ...show(intent.lines.filter((line) => !isLast(line))),
    { name: t('card.request.account'), value: addressOf(intent.account), as: 'code' },
    { name: t('card.request.network'), value: network?.title ?? id, network },
    ...toIntentLines({ ...intent, asksFor: 'approval', lines: intent.lines.filter(isLast) }, network),
    ...(fee ? [fee] : []),
  ];
}

/** The lines of a request as the remote has read it. */
export function toIntentLines(
  { lines, ...intent }: Intent,
  network: Network | undefined,
): readonly ShownLine[] {
  const isOwnSend = intent.method === 'send';
  const shown = joinTexts(lines).map((line) => toShownLine(line, network, isOwnSend));
  if (intent.asksFor !== 'signature' || !intent.isTransaction) return shown;
  return [...shown, { name: t('card.request.sentBy'), value: t('card.request.byApplication'), as: 'words' }];
}

/** The lines of one text are one text again. */
function joinTexts(lines: readonly RequestLine[]): readonly RequestLine[] {
  const joined: RequestLine[] = [];
  for (const line of lines) {
    const before = joined.at(-1);
    const isMore = line.is === 'text' && before?.is === 'text' && before.name === line.name;
    if (isMore && before.warning === line.warning)
      joined[joined.length - 1] = { ...before, value: `${before.value}\n${line.value}` };
    else joined.push(line);
  }
  return joined;
}

/** A field is named as the request names it. */
function toShownLine(
  { is, name, value, warning, bytes }: RequestLine,
  network: Network | undefined,
  isOwnSend: boolean,
): ShownLine {
  const line = {
    name: name ?? (isOwnSend && is === 'amount' ? t('card.send') : t(`card.request.line.${is}`)),
    ...(warning && { warning: t(`card.request.warning.${warning}`) }),
  };
  switch (is) {
    case 'amount': {
      const { symbol, decimals } = network ?? { symbol: '', decimals: 0 };
      return { ...line, value: `${toExactAmount(value, decimals)} ${symbol}`, as: 'amount' };
    }
    case 'more':
      return { ...line, value: t('card.request.partial'), as: 'words' };
    case 'creation':
      return { ...line, value: t('card.request.creation'), as: 'words' };
    case 'data':
      return {
        ...line,
        value: bytes === undefined ? value : t('card.request.data', { count: String(bytes), data: value }),
        as: 'code',
      };
    case 'until':
      return { ...line, value: formatInstant(value) };
    case 'recipient':
      return { ...line, value, as: isOwnSend ? 'copied' : 'code' };
    default:
      return { ...line, value, ...(exactKinds.includes(is) && { as: 'code' }) };
  }
}

const exactKinds: readonly RequestLine['is'][] = ['contract', 'token', 'spender', 'nonce'];

function sayQuoted({ network, quoted: { current } }: RequestFamily, intent: Intent): string | undefined {
  const paidOn = network(networkOf(intent.account));
  const isFor =
    current?.account === intent.account &&
    isSending(intent) &&
    current.to === intent.moves.to &&
    current.amount === intent.moves.amount;
  return isFor && paidOn ? sayAboutFee(current.fee, paidOn) : undefined;
}
