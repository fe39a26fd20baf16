import { t } from '../texts/t.ts';
import { CopySymbol, Cross, TickSymbol } from './symbols.tsx';
import { useCopy } from './use-copy.ts';

const words = { no: 'copy.copy', yes: 'copy.copied', failed: 'copy.failed' } as const;
const symbols = { no: <CopySymbol />, yes: <TickSymbol />, failed: <Cross /> };

/** Copies a text; `what` says which: without `isShown`, to those alone who cannot see what its symbol stands beside. */
export function CopyButton({ text, what, isShown }: { text: string; what: string; isShown?: true }) {
  const [copied, copy] = useCopy(text);
  return (
    <button type="button" className={isShown ? 'button button-tiny' : 'round copy-beside'} onClick={copy}>
      {!isShown && symbols[copied]}
      <span className={isShown ? undefined : 'unseen'}>{`${t(words[copied])} ${what}`}</span>
    </button>
  );
}
