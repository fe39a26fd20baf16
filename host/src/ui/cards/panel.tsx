import type { Failure } from '@linkspan/contract';
import type { ReactNode } from 'react';
import type { FailureStep } from '../texts/explain.ts';
import { explainIn } from './explain-in.ts';
import type { Family } from './use-family.ts';

/** What a notice is made of; `tone` is whether it is about to begin, goes on now, was the person's choice, is done, or failed. */
interface PanelProps {
  readonly title: string;
  readonly advice?: string;
  readonly tone: 'checking' | 'now' | 'chosen' | 'done' | 'failed';
  /** Of what failed: for tests, and for whoever helps from afar. */
  readonly code?: string;
  readonly children?: ReactNode;
}

/** A short notice within a card. */
export function Panel({ title, advice, tone, code, children }: PanelProps) {
  return (
    <div className="notice" data-tone={tone} data-code={code}>
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
  const texts = explainIn(props.family.config, props.failure, props.step, props.family.unaffected);
  const said = texts[props.told ?? 'advice'];
  return (
    <Panel
      title={texts.title}
      {...(said && { advice: said })}
      tone={toTone(props.failure)}
      code={props.failure.code}
    >
      {props.more && <p>{props.more}</p>}
      {props.children && <div className="notice-steps">{props.children}</div>}
    </Panel>
  );
}

/** What a person has decided is no fault. */
function toTone({ code }: Failure): PanelProps['tone'] {
  return chosen.includes(code) ? 'chosen' : 'failed';
}

const chosen = ['wallet/rejected', 'wallet/closed', 'wallet/cancelled'];

/** A step of a notice. */
export function Step({ word, press }: { word: string; press: () => void }) {
  return (
    <button type="button" className="button button-tiny" onClick={press}>
      {word}
    </button>
  );
}
