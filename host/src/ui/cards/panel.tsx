import type { Failure } from '@linkspan/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { noteMs } from '../../limits.ts';
import { Cross } from '../parts/icon.tsx';
import { explainIn, type FailureStep } from '../texts/explain.ts';
import { t } from '../texts/t.ts';
import { isChoice } from './card-state.ts';
import type { Family } from './use-family.ts';

interface PanelProps {
  readonly title: string;
  readonly advice?: string;
  /** Of what starts next, happens now, waits for an unlocked wallet, was the person's choice, has failed, or of a send that is over or in doubt. */
  readonly tone: 'checking' | 'now' | 'paused' | 'chosen' | 'failed' | 'ended' | 'doubt';
  /** The code of what failed. */
  readonly code?: string;
  readonly children?: ReactNode;
}

/** Tones of notices for which a card has room: it does not rise above the page for them. */
const fits: readonly string[] = ['chosen', 'ended', 'doubt'];

/** A short notice within a card. */
export function Panel({ title, advice, tone, code, children }: PanelProps) {
  return (
    <div className={fits.includes(tone) ? 'notice' : 'notice rises'} data-tone={tone} data-code={code}>
      <p className="notice-title">{title}</p>
      {advice && <p>{advice}</p>}
      {children}
    </div>
  );
}

/**
 * What failed, in plain words, with the steps there are, of which the advice names `step`; `more` is read after it.
 * `told` is what is said below the title: the advice, or the reason alone where the advice would be wrong.
 */
export function Failed(props: {
  family: Family;
  failure: Failure;
  step?: FailureStep;
  told?: 'advice' | 'reason';
  more?: string | undefined;
  children?: ReactNode;
}) {
  const isOwn = isChoice(props.failure);
  useEnd(isOwn, props.failure, props.family.commands.dismiss);
  const texts = explainIn(props.family.config, props.failure, props.step, props.family.unaffected);
  const said = texts[props.told ?? 'advice'];
  return (
    <Panel
      title={texts.title}
      {...(said && { advice: said })}
      tone={isOwn ? 'chosen' : 'failed'}
      code={props.failure.code}
    >
      {props.more && <p>{props.more}</p>}
      {props.children && <div className="notice-steps">{props.children}</div>}
    </Panel>
  );
}

/** Dismisses what needs no answer after a while, unless the focus is in it. */
function useEnd(mayEnd: boolean, failure: Failure, dismiss: () => void): void {
  const latest = useRef(dismiss);
  latest.current = dismiss;
  useEffect(() => {
    if (!mayEnd) return;
    const timer = setInterval(() => {
      if (!document.activeElement?.closest('.notice')) latest.current();
    }, noteMs);
    return () => clearInterval(timer);
  }, [mayEnd, failure]);
}

/** A step of a notice. */
export function Step({ word, press }: { word: string; press: () => void }) {
  return (
    <button type="button" className="button button-tiny" onClick={press}>
      {word}
    </button>
  );
}

/** Takes a notice away. */
export function Dismiss({ press }: { press: () => void }) {
  return (
    <button type="button" className="round notice-end" aria-label={t('card.dismiss')} onClick={press}>
      <Cross />
    </button>
  );
}

/**
 * The one step that can help a failed remote. While it is tried again it says so, and further presses are ignored: by
 * the time they come it may offer something else.
 */
export function RetryButton({ family, step }: { family: Family; step: 'again' | 'reload' }) {
  const { retry, reload } = family.commands;
  const [isTrying, setTrying] = useState(false);

  async function tryAgain(): Promise<void> {
    setTrying(true);
    await retry();
    setTrying(false);
  }

  const press = step === 'again' ? tryAgain : reload;
  return (
    <button type="button" className="button" aria-disabled={isTrying} onClick={isTrying ? undefined : press}>
      {t(isTrying ? 'card.trying' : step === 'again' ? 'card.again' : 'card.reload')}
    </button>
  );
}
