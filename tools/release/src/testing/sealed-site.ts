import { join } from 'node:path';
import { createPlace, type Place } from './command.ts';
import { type DeployedSite, writeDeployedSite } from './deployed-site.ts';
import { type Served, serveFolder } from './serve.ts';

/** A host team with its keys, erik's and dora's, of which one must sign; its page is deployed and served. */
export interface SealedSite extends Place, Pick<DeployedSite, 'data' | 'change' | 'writePage'> {
  readonly served: Served;
  /** The line that seals the page. */
  readonly sealing: string;
}

/** Deploys, serves and, unless told otherwise, seals a site. */
export async function createSealedSite({ isSealed = true } = {}): Promise<SealedSite> {
  const place = await createPlace();
  for (const name of ['erik', 'dora']) await place.done(`keys make ${name} --kind person`);
  await place.done(
    'seal keys --key .config/linkspan/keys/erik.pub.json --key .config/linkspan/keys/dora.pub.json',
  );
  const { data, change, writePage } = await writeDeployedSite(join(place.folder, 'site'));
  const served = await serveFolder(join(place.folder, 'site'));
  const sealing = `seal site --origin ${served.origin} --key .config/linkspan/keys/erik.key.json`;
  if (isSealed) await place.done(sealing);
  return { ...place, data, change, writePage, served, sealing };
}
