import type { ReleaseRef } from '@linkspan/contract';
import { t } from '../texts/t.ts';

/** Which release serves a card, whether its signatures were verified, and which share of the visitors it has. */
export function Foot({ release }: { release: ReleaseRef | undefined }) {
  return (
    <footer className="card-foot">
      {release && (
        <>
          <span className="mono" translate="no">
            {`${release.remote} ${release.version}`}
          </span>
          {release.insteadOf && (
            <span>{` ${t('card.inPlaceOf', { version: release.insteadOf.version })}`}</span>
          )}
          <span>{` ${sayTrust(release)}`}</span>
        </>
      )}
    </footer>
  );
}

function sayTrust({ share }: ReleaseRef): string {
  if (share === undefined) return t('card.unsigned');
  if (share === 0) return t('card.verifiedOnce');
  return share === 100 ? t('card.verified') : t('card.verifiedShare', { share: String(share) });
}
