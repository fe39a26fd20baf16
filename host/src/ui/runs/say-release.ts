import { format, type ReleaseRef } from '@linkspan/contract';
import { onDemandTexts } from '../texts/en-on-demand.ts';

const texts = onDemandTexts.runs;

/** Which version runs for a family: `Version 0.1.0 in place of 0.1.1, for 20 % of visitors`. */
export function sayVersion({ version, share, insteadOf }: ReleaseRef): string {
  const said = insteadOf
    ? format(texts.versionInPlaceOf, { version, newest: insteadOf.version })
    : format(texts.version, { version });
  if (share === undefined || share === 100) return said;
  return `${said}, ${share === 0 ? texts.notOffered : format(texts.share, { share: String(share) })}`;
}

/** Only a release whose signatures were verified has a share. */
export function isVerified({ share }: ReleaseRef): boolean {
  return share !== undefined;
}
