import type { ReactNode } from 'react';
import { t } from '../texts/t.ts';

/** One of several, of which one is in use. */
export function Choice(props: { isInUse: boolean; choose: () => void; children: ReactNode }) {
  return (
    <button type="button" className="choice" aria-current={props.isInUse || undefined} onClick={props.choose}>
      {props.children}
      {props.isInUse && <em>{` ${t('forms.inUse')}`}</em>}
    </button>
  );
}
