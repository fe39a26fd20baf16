import { useEffect, useState } from 'react';
import { copiedMs } from '../../limits.ts';
import { t } from '../texts/t.ts';
import { SmallIcon } from './icon.tsx';

const words = { no: 'copy.copy', yes: 'copy.copied', failed: 'copy.failed' } as const;
const symbols = {
  no: <SmallIcon name="copy" />,
  yes: <SmallIcon name="tick" />,
  failed: <SmallIcon name="cross" />,
};

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

type Copied = 'no' | 'yes' | 'failed';

/** Copies a text on command, and tells for a moment how it went. */
export function useCopy(text: string): readonly [copied: Copied, copy: () => void] {
  const [copied, setCopied] = useState<Copied>('no');
  useEffect(() => {
    if (copied === 'no') return;
    const timer = setTimeout(() => setCopied('no'), copiedMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => {
    write(text).then(
      () => setCopied('yes'),
      () => setCopied('failed'),
    );
  };
  return [copied, copy];
}

/** Rejects where the page has no clipboard, too. */
async function write(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
