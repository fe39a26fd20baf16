import type { Failure } from '@linkspan/contract';
import {
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { noteMs } from '../../limits.ts';
import { isChoice } from '../facts.ts';
import { SmallIcon } from '../parts/icon.tsx';
import { explainIn, type FailureStep } from '../texts/explain.ts';
import { t } from '../texts/t.ts';
import type { Family } from './use-family.ts';

interface PanelProps {
  readonly title: string;
  readonly advice?: string | undefined;
  /** `paused` waits for an unlocked wallet, `chosen` was the person's choice; `ended` and `doubt` concern a send. */
  readonly tone: 'checking' | 'now' | 'paused' | 'chosen' | 'failed' | 'ended' | 'doubt';
  /** The code of a failure. */
  readonly code?: string | undefined;
  /** On a phone it is at the bottom edge. */
  readonly isFront?: boolean;
  readonly ref?: Ref<HTMLDivElement>;
  readonly children?: ReactNode;
}

/** Tones of notices that fit into the card: it does not rise above the page for them. */
const fits: readonly string[] = ['chosen'];

/** A short notice within a card. */
export function Panel({ title, advice, tone, code, isFront, ref, children }: PanelProps) {
  return (
    <div
      ref={ref}
      className={fits.includes(tone) ? 'notice' : 'notice rises'}
      data-tone={tone}
      data-code={code}
      data-front={isFront}
    >
      <p className="notice-title">{title}</p>
      {advice && <p>{advice}</p>}
      {children}
    </div>
  );
}

interface FailedProps {
  readonly family: Family;
  readonly failure: Failure;
  /** The step that the advice names. */
  readonly step?: FailureStep;
  /** The text below the title: the reason alone if the advice would be wrong. */
  readonly text?: 'advice' | 'reason';
  readonly more?: string | undefined;
  readonly children?: ReactNode;
}

/** A failure in plain words, with its steps. */
export function Failed({ family, failure, step, text = 'advice', more, children }: FailedProps) {
  const isOwn = isChoice(failure);
  const place = useRef<HTMLDivElement>(null);
  useDismissal(place, isOwn && failure, family.commands.dismiss);
  const texts = explainIn(family.config, failure, step, family.unaffected);
  return (
    <Panel
      ref={place}
      title={texts.title}
      advice={texts[text]}
      tone={isOwn ? 'chosen' : 'failed'}
      code={failure.code}
    >
      {more && <p>{more}</p>}
      {children && <div className="notice-steps">{children}</div>}
    </Panel>
  );
}

/** Dismisses a note a while after its occasion, if it has one, unless pointer or focus is in it. */
export function useDismissal(
  place: RefObject<HTMLElement | null>,
  occasion: Failure | boolean,
  dismiss: () => void,
): void {
  const latest = useRef(dismiss);
  latest.current = dismiss;
  useEffect(() => {
    if (occasion === false) return;
    const timer = setInterval(() => {
      const tree = place.current?.getRootNode() as Document | ShadowRoot | undefined;
      const isHeld = place.current?.matches(':hover') || place.current?.contains(tree?.activeElement ?? null);
      if (!isHeld) latest.current();
    }, noteMs);
    return () => clearInterval(timer);
  }, [place, occasion]);
}

/** A step of a notice; the safe one is large. */
export function Step(props: { word: string; press: (event: MouseEvent) => void; isLarge?: true }) {
  const { word, press, isLarge } = props;
  return (
    <button type="button" className={isLarge ? 'button' : 'button button-tiny'} onClick={press}>
      {word}
    </button>
  );
}

/** A button that removes a notice. */
export function Dismiss({ press }: { press: () => void }) {
  return (
    <button type="button" className="round notice-end" aria-label={t('card.dismiss')} onClick={press}>
      <SmallIcon name="cross" />
    </button>
  );
}

/** The one step that can help a failed remote. While it is tried again, the button says so and ignores presses. */
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
