import { cleanText, type Failure, type ReleaseRef } from '@linkspan/contract';
import { CopyButton } from '../parts/copy-button.tsx';
import { explainIn } from '../texts/explain.ts';
import { t } from '../texts/t.ts';
import { useReadable, useShell } from '../use-shell.ts';
import { RetryButton } from './panel.tsx';
import type { CardProps } from './use-family.ts';

/** Failures that another or a newer browser may fix; a page that did not start may be in one that is too old. */
export const ofBrowser = ['release/uncheckable', 'loader/unenforced', 'loader/host'];

/** The failure of the family’s remote, the families that still work, and the next step. */
export function Unavailable({ family, card: { failure, step } }: CardProps<'unavailable'>) {
  const { title, advice } = explainIn(family.config, failure, step, family.unaffected);
  const remote = useReadable(useShell().view.family(family.config.id).remote);
  const facts = toFacts(failure, 'release' in remote ? remote.release : undefined, browserOf());
  return (
    <div className="card-body">
      <div className="say">
        <p className="say-title">{title}</p>
        <p>{advice}</p>
        {ofBrowser.includes(failure.code) && <p>{t('page.browsers')}</p>}
      </div>
      <details className="reason">
        <summary>{t('card.details')}</summary>
        <pre data-field="failure" translate="no">
          {facts.join('\n')}
        </pre>
        <CopyButton text={facts.join('\n')} what={t('card.details').toLowerCase()} isShown />
      </details>
      <div className="actions">
        <RetryButton family={family} step={step} />
      </div>
    </div>
  );
}

/** The browser's own name. Undefined while the page is prerendered: Node has a name too. */
function browserOf(): string | undefined {
  return typeof document === 'undefined' ? undefined : navigator.userAgent;
}

/** Fields of a context that identify the person or hold foreign text. */
const ofPerson = ['account', 'id', 'value', 'detail'];

/** A report for a helper, line by line: without accounts and without the words of wallets and nodes. */
export function toFacts(
  { code, context }: Failure,
  release?: ReleaseRef,
  browser?: string,
): readonly string[] {
  const shown = Object.entries(context).filter(([name]) => !ofPerson.includes(name));
  return [
    code,
    ...shown.map(([name, value]) => `${name}: ${cleanText(value, 200)}`),
    ...(release ? [`release: ${release.remote} ${release.version}`] : []),
    ...(browser ? [`browser: ${browser}`] : []),
  ];
}
