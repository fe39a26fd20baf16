import { t } from '../../texts/t.ts';
import { useCopy } from './use-copy.ts';

const words = { no: 'copy.copy', yes: 'copy.copied', failed: 'copy.failed' } as const;

/** Copies a text; `name` says which. */
export function CopyButton({ text, name }: { text: string; name: string }) {
  const [copied, copy] = useCopy(text);
  return (
    <button
      type="button"
      className="button button-tiny"
      aria-label={t('copy.named', { name })}
      onClick={copy}
    >
      {t(words[copied])}
    </button>
  );
}
