import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { deploySite } from '@linkspan/stack/site';
import { evm } from '../page/families.ts';
import { openRemoteServer } from '../place/remote-server.ts';
import type { Attack } from './attack.ts';
import { configure } from './configure.ts';
import { idOf } from './forge.ts';
import type { Ground } from './ground.ts';
import { type HostPage, openHostPage } from './host-page.ts';
import { createVictim, type Victim } from './victim.ts';

/** Where one attack takes place: a page of its own, and the victim's server. */
export interface AttackPlace extends AsyncDisposable {
  /** The page's address. */
  readonly url: string;
  readonly victim: Victim;
  readonly page: HostPage;
}

/** Deploys a page that trusts the victim's team, and serves it and the victim's store. Nothing is altered yet. */
export async function openAttackPlace(
  ground: Ground,
  name: string,
  attack: Pick<Attack, 'root' | 'knows'> = {},
): Promise<AttackPlace> {
  const folder = join(ground.folder, name);
  const victim = await createVictim(folder, evm.remote, attack);
  const server = await openRemoteServer(victim.folder);
  const configFile = join(folder, 'config.json');
  const { url } = server;
  const attacked = { ...victim, url };
  const config = configure(ground, attacked, (one) => (one === attacked ? toAdded(victim, attack) : {}));
  await writeFile(configFile, JSON.stringify(config));
  if (attack.knows === 'blocklist') await writeBlocklist(join(folder, 'site'), victim);
  const site = await deploySite(join(basename(ground.folder), name, 'site'), { configFile });
  // What the page knows is the version; a copy that serves would hide what is refused.
  await rm(join(site, 'documents', `${victim.remote}.json`), { force: true });
  const page = await openHostPage(site, `${url}/`);
  return {
    url: page.url,
    victim,
    page,
    async [Symbol.asyncDispose]() {
      await page[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      // A hundred of them would be a hundred sites.
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What the page knows of the victim beside its root. */
function toAdded({ folder }: Victim, { knows }: Pick<Attack, 'knows'>) {
  return {
    ...(knows === 'deployed' && { live: join(folder, 'live.json') }),
  };
}

/** The host team's list, which blocks the victim's former release: the deploy finds it in the site. */
async function writeBlocklist(site: string, { former, signManifest, remote }: Victim): Promise<void> {
  const manifest = idOf(await signManifest(former));
  const blocked = [{ remote, manifest: await manifest, reason: 'A hole' }];
  await mkdir(site, { recursive: true });
  await writeFile(join(site, 'blocked.json'), JSON.stringify({ version: 2, blocked }));
}
