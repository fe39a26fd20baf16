import type { ReleaseRef } from '@linkspan/contract';
import { t } from '../texts/t.ts';
import type { Family } from './use-family.ts';

/** What is said of a release that serves in place of another. */
interface InsteadOfProps {
  readonly family: Family;
  readonly release: ReleaseRef;
  readonly insteadOf: NonNullable<ReleaseRef['insteadOf']>;
}

/** An earlier version serves, since the newest has failed in this browser: which, why, and the way back. */
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
