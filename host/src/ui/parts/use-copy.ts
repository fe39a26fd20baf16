import { useEffect, useState } from 'react';
import { copiedMs } from '../../limits.ts';

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
