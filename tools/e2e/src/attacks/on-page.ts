import { join } from 'node:path';
import { expect } from 'vitest';
import { near } from '../page/families.ts';
import { type Attack, goodReleaseRuns, noneLoaded, refused } from './attack.ts';
import type { HostPage } from './host-page.ts';
import { openMarkupServer, tryMarkup } from './markup.ts';
import type { Target } from './target.ts';

const injectedMarkup: Attack = {
  id: 'markup',
  name: 'markup gets into the page: scripts, modules and workers inline, of data:, blob: and another origin, handlers, frames, objects, links and forms',
  strike: async () => undefined,
  async ends(scene) {
    await goodReleaseRuns(scene);
    await using server = await openMarkupServer(join(scene.shared.folder, 'markup'));
    expect(await tryMarkup(scene.session, server)).toEqual([]);
  },
};

/**
 * A tool in front of the page's server, or markup that somebody gets into the page, undoes what holds a remote's files
 * to their hashes; and a file of the target is altered too, so that something waits to run. Whoever can put a script
 * into the page before the page's own can do everything: that is not among them.
 */
export const attacksOnPage: readonly Attack[] = [
  {
    id: 'map-before',
    name: 'another import map, which takes the hash off an altered file, comes before that of the page',
    strike: (target, page) => withAltered(target, page, () => page.rewrite(inHead(toMap(target, page)))),
    ends: noneLoaded('loader/unenforced'),
  },
  {
    id: 'trusted-types-taken',
    name: 'a tool has taken the name of the page’s Trusted Types policy',
    isNeighbor: true,
    strike: (target, page) =>
      withAltered(target, page, () =>
        page.rewrite(
          inHead(`<script>globalThis.trustedTypes?.createPolicy('linkspan', {}); ${withoutReload}</script>`),
        ),
      ),
    ends: noneLoaded('loader/host'),
  },
  {
    id: 'base-before',
    name: 'a base element leads the page’s addresses to another server',
    strike: (target, page) =>
      withAltered(target, page, () => {
        changePolicy(page, / base-uri 'none';/, '');
        return page.rewrite(inHead('<base href="https://elsewhere.invalid/">'));
      }),
    ends: noneLoaded('loader/host'),
  },
  {
    id: 'module-before',
    name: 'a tool’s module is loaded before the page’s import map',
    isNeighbor: true,
    strike: (target, page) =>
      withAltered(target, page, () =>
        page.rewrite(inHead('<script type="module">globalThis.tool = 1</script>')),
      ),
    // Some browsers take no map any more once they have loaded a module; then no remote is loaded.
    ends: (scene) =>
      (scene.shown[near.id]?.failure ? noneLoaded('loader/unenforced') : refused('loader/altered'))(scene),
  },
  injectedMarkup,
];

/** A page that did not start reloads itself once, which would end what is evaluated in it; not if it can keep no mark of that. */
const withoutReload = `Object.defineProperty(globalThis, 'sessionStorage', { value: null })`;

/** Alters the target's discovery, and does something with its address. */
async function withAltered(
  { release, alter }: Target,
  { remoteUrl }: HostPage,
  strike: (address: string) => unknown,
): Promise<void> {
  await alter(({ discovery }) => discovery);
  await strike(`${remoteUrl}${release.path}${release.manifest.discovery}`);
}

/** Browsers that take several maps use the first one that names an address. */
function toMap({ release }: Target, { remoteUrl }: HostPage): string {
  const files = release.manifest.files.map(({ path }) => `${remoteUrl}${release.path}${path}`);
  const imports = Object.fromEntries([remoteUrl, ...files].map((address) => [address, address]));
  const integrity = Object.fromEntries(files.map((address) => [address, '']));
  return `<script type="importmap">${JSON.stringify({ imports, integrity })}</script>`;
}

function inHead(markup: string) {
  return (html: string) => html.replace('<head>', () => `<head>\n${markup}`);
}

function changePolicy({ headers }: HostPage, from: string | RegExp, to: string): void {
  const name = 'content-security-policy';
  headers[name] = headers[name]?.replace(from, to) ?? '';
}
