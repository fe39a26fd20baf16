import { join } from 'node:path';
import { practiceConfig } from '@linkspan/practice/config';
import { addresses } from '../place/stack.ts';
import type { Ground, Other } from './ground.ts';

/**
 * The configuration of a page whose remotes are the ground's and the victim's. Every remote begins with its root; with
 * a live document too, but for the victim. `add` says what else the configuration has of a remote. Frames of the first of
 * the others are allowed, so that no attack fails only because a page without such wallets allows none.
 */
export function configure({ others }: Ground, victim: Other, add: (remote: Other) => object) {
  const { families, ...config } = practiceConfig(addresses);
  const configured = families.map(({ remote, ...family }) => {
    const one = others.find((other) => other.remote === remote.name) ?? victim;
    const own = { url: `${one.url}/`, root: join(one.folder, 'root/1.json') };
    const live = one === victim ? {} : { live: join(one.folder, 'live.json') };
    return { ...family, remote: { ...remote, ...own, ...live, ...add(one) } };
  });
  return { ...config, families: configured, frames: others.slice(0, 1).map(({ url }) => url) };
}
