import { accountsOf, addressOf, type FamilyId } from '@linkspan/contract';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Shell } from '../../commands/shell.ts';
import type { FamilyConfig } from '../../config.ts';
import { toCardState } from '../cards/card-state.ts';
import { ofBrowser, toFacts } from '../cards/unavailable.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { Avatar } from '../parts/address.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { shorten } from '../texts/address.ts';
import { explainIn } from '../texts/explain.ts';
import { toList } from '../texts/format.ts';
import { t } from '../texts/t.ts';
import { useAll, useReadable, useRoot, useShell } from '../use-shell.ts';

/**
 * One notice in the place of all cards if no family can be used: what happened, when the page tries again, and the last
 * accounts. The cards stay in the document for screen readers, without their content.
 */
export function NothingLoaded({ now }: { now: () => number }) {
  return useFailures(useShell()) === '' ? null : <Notice now={now} />;
}

function Notice({ now }: { now: () => number }) {
  const shell = useShell();
  const [isTrying, setTrying] = useState(false);
  const [isOpen, open] = useState(false);
  const section = useRef<HTMLElement>(null);
  const root = useRoot();
  // It disappears with its focused button.
  useLayoutEffect(() => {
    const own = section.current;
    return () => {
      const tree = own?.getRootNode() as Document | ShadowRoot | undefined;
      if (own?.contains(tree?.activeElement ?? null)) root?.querySelector<HTMLElement>('.head h1')?.focus();
    };
  }, [root]);
  const failures = shell.config.families.flatMap((config) => toUnavailable(shell, config) ?? []);
  const reason = sayReason(failures);
  const isForReload = failures.some(({ step }) => step === 'reload');
  const { retry, reload } = shell.commands;
  const press = async () => {
    if (isForReload) return reload();
    setTrying(true);
    await Promise.allSettled(failures.map(({ config }) => retry(config.id)));
    setTrying(false);
  };
  return (
    <section ref={section} className="nothing" aria-labelledby="nothing">
      <svg className="symbol nothing-mark" width="28" height="28" viewBox="0 0 20 20" aria-hidden="true">
        <path d="M3 3l14 14M6.3 14.8H6a3.3 3.3 0 0 1-.6-6.5M8.3 5.6A4.6 4.6 0 0 1 14 9.2a2.9 2.9 0 0 1 2.2 4.6" />
      </svg>
      <div className="nothing-says">
        <h2 id="nothing">{reason.title}</h2>
        <p>
          <span role="status">{reason.advice}</span>
          <RetryTime now={now} />
        </p>
      </div>
      <div className="nothing-steps">
        <button
          type="button"
          className="button button-tint"
          aria-disabled={isTrying}
          onClick={isTrying ? undefined : press}
        >
          {isForReload ? t('card.reload') : t(isTrying ? 'card.trying' : 'nothing.again')}
        </button>
        <button
          type="button"
          className="button button-bare"
          aria-haspopup="dialog"
          onClick={() => open(true)}
        >
          {t('card.details')}
        </button>
      </div>
      <LastAccounts />
      {isOpen && <Details failures={failures} close={() => open(false)} />}
    </section>
  );
}

/** When the page tries again by itself; nothing if it does not, or is trying. */
function RetryTime({ now }: { now: () => number }) {
  const { retryAt, isOffline } = useShell().page;
  const at = useReadable(retryAt);
  const isWaiting = !useReadable(isOffline) && at !== undefined;
  const [, tick] = useState(0);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => tick((count) => count + 1), 1_000);
    return () => clearInterval(timer);
  }, [isWaiting]);
  const seconds = isWaiting ? Math.ceil((at - now()) / 1_000) : 0;
  if (seconds <= 0) return null;
  const words = seconds === 1 ? t('nothing.soon') : t('nothing.later', { seconds: String(seconds) });
  return <span>{` ${words}`}</span>;
}

/** The accounts that were connected last, which only their remotes can connect again. */
function LastAccounts() {
  const { config, view, page } = useShell();
  const last = config.families.flatMap(({ id, title }) => {
    const [account] = [...accountsOf(view.family(id).connection.get()), ...page.lastAccounts(id)];
    return account === undefined ? [] : [{ id, title, address: addressOf(account) }];
  });
  if (last.length === 0) return null;
  return (
    <ul className="nothing-last" aria-label={t('nothing.last')}>
      {last.map(({ id, title, address }) => (
        <li key={id}>
          <Avatar address={address} />
          <span>
            <bdi translate="no" title={address}>
              {shorten(address)}
            </bdi>
            <small>{t('nothing.lastOf', { family: title })}</small>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The reason of each family, with its facts, in one text to copy. */
function Details({ failures, close }: { failures: readonly Unavailable[]; close(): void }) {
  const parts = failures.map(({ config, failure, step, release }) => {
    const { title, advice } = explainIn(config, failure, step);
    return [`${config.title}: ${title}. ${advice}`, ...toFacts(failure, release)].join('\n');
  });
  const text = [...parts, `browser: ${navigator.userAgent}`].join('\n\n');
  return (
    <FormDialog title={t('card.details')} close={close}>
      <pre className="nothing-facts" translate="no">
        {text}
      </pre>
      <CopyButton text={text} what={t('card.details').toLowerCase()} isShown />
    </FormDialog>
  );
}

type Unavailable = NonNullable<ReturnType<typeof toUnavailable>>;

/** A family that cannot be used, and why; undefined if it can, or may soon. */
function toUnavailable({ view }: Shell, config: FamilyConfig) {
  const { connection, attempt, remote, releaseStatus } = view.family(config.id);
  const state = remote.get();
  const card = toCardState({
    connection: connection.get(),
    attempt: attempt.get(),
    remote: state,
    releaseStatus: releaseStatus.get(),
  });
  if (card.status !== 'unavailable') return undefined;
  return {
    config,
    failure: card.failure,
    step: card.step,
    release: 'release' in state ? state.release : undefined,
  };
}

/** The failure and step of each family, as text; empty unless there are several families, and none can be used. */
function useFailures(shell: Shell): string {
  const { config, view } = shell;
  const factsOf = (id: FamilyId) => {
    const { connection, attempt, remote, releaseStatus } = view.family(id);
    return [connection, attempt, remote, releaseStatus];
  };
  return useAll(view.families.flatMap(factsOf), () => {
    const all = config.families.map((family) => toUnavailable(shell, family));
    if (all.length < 2 || all.includes(undefined)) return '';
    return JSON.stringify(all.map((one) => [one?.failure, one?.step]));
  });
}

/** Codes of a server that did not answer. */
const unanswered = ['release/unreachable', 'loader/unreachable', 'loader/timeout'];

/** What happened to all families: in the words of their failures if those are the same. */
function sayReason(failures: readonly Unavailable[]): { readonly title: string; readonly advice: string } {
  const families = toList(failures.map(({ config }) => config.title));
  if (failures.every(({ failure }) => unanswered.includes(failure.code)))
    return { title: t('nothing.title'), advice: t('nothing.unanswered', { families }) };
  const texts = failures.map(({ config, failure, step }) => {
    const { title, advice } = explainIn({ ...config, title: families }, failure, step);
    const isOfBrowser = ofBrowser.includes(failure.code);
    return { title, advice: isOfBrowser ? `${advice} ${t('page.browsers')}` : advice };
  });
  const [first] = texts;
  return first && texts.every(({ title, advice }) => title === first.title && advice === first.advice)
    ? first
    : { title: t('nothing.title'), advice: t('nothing.other', { families }) };
}
