import { t } from '../texts/t.ts';
import { useCopy } from './use-copy.ts';

const words = { no: 'copy.copy', yes: 'copy.copied', failed: 'copy.failed' } as const;

/** Copies a text; `what` says which: without `isShown`, to those alone who cannot see what it stands beside. */
export function CopyButton({ text, what, isShown }: { text: string; what: string; isShown?: true }) {
  const [copied, copy] = useCopy(text);
  return (
    <button type="button" className="button button-tiny" onClick={copy}>
      <span>{`${t(words[copied])} `}</span>
      <span className={isShown ? undefined : 'unseen'}>{what}</span>
    </button>
  );
}
