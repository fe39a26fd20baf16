import type { Activity } from '../../shell.ts';
import { t } from '../../texts/t.ts';
import { explainIn } from '../card/explain-in.ts';
import { useShell } from '../shell-context.ts';
import { useReadable } from '../use-readable.ts';
import type { RowProps } from './row-props.ts';

/** What became of it: a signature is done, a send lands or fails later. */
export function Outcome({ entry, family }: RowProps<Activity>) {
  const transfers = useReadable(useShell().view.family(family.id).transfers);
  if (entry.kind === 'signed') return <State state="signed" />;
  const transfer = transfers.find(({ transaction }) => transaction === entry.transaction);
  if (transfer?.state !== 'failed') return <State state={transfer?.state ?? 'sent'} />;
  return <State state="failed" reason={explainIn(family, transfer.failure).title} />;
}

function State({ state, reason }: { state: 'signed' | 'sent' | 'landed' | 'failed'; reason?: string }) {
  return (
    <span className="log-state" data-state={state}>
      {t(`activity.state.${state}`)}
      {reason && <small> {reason}</small>}
    </span>
  );
}
