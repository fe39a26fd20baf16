import { useEffect, useState } from 'react';
import { copiedMs } from '../../limits.ts';
import { t } from '../texts/t.ts';
import { SmallIcon } from './icon.tsx';

const words = { no: 'copy.copy', yes: 'copy.copied', failed: 'copy.failed' } as const;
/** The icon of a button that copies. */
export const copyIcons = { no: 'copy', yes: 'tick', failed: 'cross' } as const;

/** Copies a text; `what` names it, without `isShown` for screen readers alone. */
export function CopyButton({ text, what, isShown }: { text: string; what: string; isShown?: true }) {
  const [copied, copy] = useCopy(text);
  return (
    <button type="button" className={isShown ? 'button button-tiny' : 'round copy-beside'} onClick={copy}>
      {!isShown && <SmallIcon name={copyIcons[copied]} />}
      <span className={isShown ? undefined : 'unseen'}>{`${t(words[copied])} ${what}`}</span>
    </button>
  );
}

type Copied = 'no' | 'yes' | 'failed';

/** Copies a text, and has the outcome for a moment: of this very text. */
export function useCopy(text: string): readonly [copied: Copied, copy: () => void] {
  const [last, setLast] = useState<{ readonly text: string; readonly copied: Copied }>();
  useEffect(() => {
    if (last === undefined) return;
    const timer = setTimeout(() => setLast(undefined), copiedMs);
    return () => clearTimeout(timer);
  }, [last]);
  const copy = () => {
    write(text).then(
      () => setLast({ text, copied: 'yes' }),
      () => setLast({ text, copied: 'failed' }),
    );
  };
  return [last?.text === text ? last.copied : 'no', copy];
}

/** Rejects also if the page has no clipboard. */
async function write(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
