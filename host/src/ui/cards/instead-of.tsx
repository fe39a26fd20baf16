import type { ReleaseRef } from '@linkspan/contract';
import { t } from '../texts/t.ts';
import type { Family } from './use-family.ts';

/** A release that runs in place of another. */
interface InsteadOfProps {
  readonly family: Family;
  readonly release: ReleaseRef;
  readonly insteadOf: NonNullable<ReleaseRef['insteadOf']>;
}

/** Says that an earlier version runs because the newest one failed in this browser, and offers the newest again. */
export function InsteadOf({ family, release, insteadOf }: InsteadOfProps) {
  return (
    <div className="instead">
      <p>{t(toKey(insteadOf.code), { version: release.version, newest: insteadOf.version })}</p>
      <button type="button" className="button button-tiny" onClick={family.commands.runNewest}>
        {t('card.runNewest')}
      </button>
    </div>
  );
}

function toKey(code: string) {
  if (code === 'release/quarantined') return 'card.insteadOfHanging';
  if (code === 'loader/altered') return 'card.insteadOfAltered';
  return code === 'loader/timeout' ? 'card.insteadOfSlow' : 'card.insteadOfBroken';
}
