import type { Failure } from '@linkspan/contract';
import { t } from '../../texts/t.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { explainIn } from './explain-in.ts';
import { Mend } from './mend.tsx';
import type { Family } from './use-family.ts';

/** What an unavailable card is made of. */
interface UnavailableProps {
  readonly family: Family;
  readonly failure: Failure;
  readonly mend: 'again' | 'reload';
}

/** The family's remote failed: what happened, what is not affected, the next step. */
export function Unavailable({ family, failure, mend }: UnavailableProps) {
  const { title, advice } = explainIn(family.config, failure);
  const facts = [
    failure.code,
    ...Object.entries(failure.context).map(([name, value]) => `${name}: ${value}`),
  ];
  return (
    <div className="card-body">
      <div className="say">
        <p className="say-title">{title}</p>
        <p>{advice}</p>
      </div>
      <details className="reason">
        <summary>{t('card.details')}</summary>
        <pre data-field="failure">{facts.join('\n')}</pre>
        <CopyButton text={facts.join('\n')} what={t('card.details')} />
      </details>
      <div className="row-main">
        <Mend family={family} mend={mend} />
      </div>
    </div>
  );
}
