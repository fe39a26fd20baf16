import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { practiceConfig } from '@linkspan/practice/config';
import { toCanonicalJson } from '@linkspan/trust/sign';
import { createHostTeam } from '@linkspan/trust/testing';
import { deploySite, serveSite } from '../../../tasks/site.mjs';
import { evm } from '../page/families.ts';
import { addresses } from '../place/addresses.ts';
import { openRemoteServer } from '../place/remote-server.ts';
import type { Attack } from './attack.ts';
import { idOf } from './forge.ts';
import type { Ground, Other } from './ground.ts';
import { createVictim, type Victim } from './victim.ts';

/** Where one attack takes place: a page of its own, and the victim's server. */
export interface AttackPlace extends AsyncDisposable {
  /** The page's address. */
  readonly url: string;
  readonly victim: Victim;
  /** Of the victim's server, with a slash at its end. */
  readonly remoteUrl: string;
}

/** Deploys a page that trusts the victim's team, and serves it and the victim's store. Nothing is altered yet. */
export async function openAttackPlace(
  ground: Ground,
  name: string,
  attack: Pick<Attack, 'root' | 'knows'> = {},
): Promise<AttackPlace> {
  const folder = join(ground.folder, name);
  const victim = await createVictim(folder, evm.remote, attack.root);
  const server = await openRemoteServer(victim.folder);
  const configFile = join(folder, 'config.json');
  const { url } = server;
  const config = toConfig(ground, { ...victim, url }, attack.knows);
  const blocklist = attack.knows === 'blocklist' ? await writeBlocklist(folder, victim, url) : undefined;
  await writeFile(configFile, JSON.stringify({ ...config, blocklist }));
  const site = await deploySite(join('attacks', name, 'site'), { configFile });
  // What the page knows is the version; a copy that serves would hide what is refused.
  await rm(join(site, 'documents', `${victim.remote}.json`), { force: true });
  const page = await serveSite(site, { port: 0 });
  return {
    url: `http://localhost:${page.port}/`,
    victim,
    remoteUrl: `${url}/`,
    async [Symbol.asyncDispose]() {
      await page.close();
      await server[Symbol.asyncDispose]();
      // A hundred of them would be a hundred sites.
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Every remote begins with its root; with a live document too, but for a victim of which the page knows nothing. */
function toConfig({ others }: Ground, victim: Other, knows: Attack['knows']) {
  const { families, ...config } = practiceConfig(addresses);
  const remotes = families.map(({ remote, ...family }) => {
    const { folder, url } = others.find((other) => other.remote === remote.name) ?? victim;
    const live = folder !== victim.folder || knows === 'deployed';
    const documents = { root: join(folder, 'root/1.json'), ...(live && { live: join(folder, 'live.json') }) };
    return { ...family, remote: { ...remote, url: `${url}/`, ...documents } };
  });
  return { ...config, families: remotes };
}

/** The host team's list, which blocks the victim's former release, and the keys that a page believes it by. */
async function writeBlocklist(
  folder: string,
  { former, signManifest, put, remote, now }: Victim,
  url: string,
) {
  const { hostKeys, signBlocklist } = await createHostTeam(now);
  const manifest = idOf(await signManifest(former));
  await put('blocklist.json', await signBlocklist({ blocked: [{ remote, manifest, reason: 'A hole' }] }));
  const keys = join(folder, 'host-keys.json');
  await writeFile(keys, toCanonicalJson(hostKeys));
  return { url: `${url}/blocklist.json`, keys };
}
