import type { ReleaseRef } from '@linkspan/contract';
import { t } from '../texts/t.ts';

/** Which version serves a family: `Version 0.1.0 in place of 0.1.1, for 20 % of visitors`. */
export function sayVersion({ version, share, insteadOf }: ReleaseRef): string {
  const said = insteadOf
    ? t('runs.versionInPlaceOf', { version, newest: insteadOf.version })
    : t('runs.version', { version });
  if (share === undefined || share === 100) return said;
  return `${said}, ${share === 0 ? t('runs.notOffered') : t('runs.share', { share: String(share) })}`;
}

/** Only a release whose signatures were verified has a share. */
export function isVerified({ share }: ReleaseRef): boolean {
  return share !== undefined;
}
