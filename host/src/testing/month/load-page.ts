import { codeOf } from '@linkspan/contract';
import { createStore } from '@linkspan/store';
import { publishRefusals } from '../../bootstrap/early/refusals.ts';
import { createSlot } from '../../loader/family-slot.ts';
import { chooseReleases } from '../../loader/release-choice.ts';
import { createSignedSource } from '../../loader/signed-source.ts';
import type { Fetch } from '../../releases/load-bytes.ts';
import type { PageTrust } from '../../releases/page-trust.ts';
import { fakeConfig } from '../fake-shell.ts';
import { createFakeStorage } from '../fake-storage.ts';

/** What a page has for one remote once it has been loaded. */
export type Outcome =
  | { readonly by: 'server' | 'own copy' | 'page’s copy'; readonly version: string }
  | { readonly by: 'none'; readonly code: string };

/** The data of a page. */
export interface PageNeeds {
  readonly trust: PageTrust;
  readonly fetch: Fetch;
  now(): number;
  random(): number;
}

/**
 * Has the page's own code choose the releases of all remotes, in their order. The browser's storage is the global
 * `localStorage`.
 */
export async function loadPage({ trust, fetch, now, random }: PageNeeds): Promise<readonly Outcome[]> {
  const asked = new Set<string>();
  const source = createSignedSource(trust, {
    fetch(input, ...rest) {
      asked.add(String(input));
      return fetch(input, ...rest);
    },
    now,
    random,
    offered,
    report: () => undefined,
    storagePrefix: 'linkspan:',
  });
  const store = createStore(fakeConfig.families);
  const slots = fakeConfig.families.map((family) =>
    createSlot(family, createFakeStorage(), source.open(family)),
  );
  await chooseReleases(slots, source);
  publishRefusals(slots, { store, offered, now });
  return Promise.all(
    slots.map(async ({ family, release, discovery }): Promise<Outcome> => {
      if (release === undefined)
        return discovery.promise.then(
          () => ({ by: 'none', code: 'none' }),
          (error: unknown) => ({ by: 'none', code: codeOf(error) ?? String(error) }),
        );
      const { version } = release.ref;
      if (release.checkedAt !== undefined) return { by: 'server', version };
      return { by: asked.has(`/documents/${family.remote.name}.json`) ? 'page’s copy' : 'own copy', version };
    }),
  );
}

/** What the manifests of the tests need. */
const offered = { react: '19.2.0', 'react-dom/client': '19.2.0' };
