import { type Directives, headOf, narrowPolicy, type Trust } from '../csp/policy.ts';
import type { ListedRelease } from '../releases/release.ts';
import { fetchWhole, toIntegrity } from './files.ts';
import {
  type ApplicationScripts,
  canary,
  type OwnScripts,
  probe,
  refusedOf,
  toImportMap,
} from './import-map.ts';

/** Dependencies of the enforcement. */
export interface EnforceDependencies {
  readonly own: OwnScripts;
  /** Other modules of the page, such as the practice wallets: addresses without a hash. */
  readonly others: readonly string[];
  /** Directives beside that of scripts. */
  readonly directives: Directives;
  readonly application?: ApplicationScripts | undefined;
  readonly document: Document;
  readonly fetch: typeof fetch;
  /** Unpredictable: letters, digits and hyphens. */
  readonly nonce: string;
  /** Throws if a policy of the page's name is there already. */
  trust(): Trust;
  /** Imports a module by a name of the map. */
  load(name: string): Promise<unknown>;
}

/**
 * Puts the policy and the only import map in force for these releases, before any module is loaded. The function that it
 * returns proves whether this browser enforces them; if not, nothing of a remote may be loaded. The proof rejects if the
 * page's own server does not answer, or if the probe that came is another file.
 */
export type Enforce = (releases: readonly ListedRelease[]) => Promise<() => Promise<boolean>>;

/** Must be called once, as early as possible: the files of the proof are fetched while the documents are. */
export function createEnforce(dependencies: EnforceDependencies): Enforce {
  const { own, others, directives, application, document, nonce, trust } = dependencies;
  const prove = createProof(dependencies);
  return async (releases) => {
    const { toScript } = trust();
    const map = toImportMap(releases, own, `#${nonce}`, application?.integrity);
    const text = JSON.stringify(map);
    const hash = await toIntegrity(new TextEncoder().encode(text));
    const { classics = [], sources: more = [] } = application ?? {};
    const scripts = [...Object.keys(map.integrity), ...classics, ...more, ...others];
    narrowPolicy(document, scripts, { hashes: [hash, ...(application?.hashes ?? [])], directives });
    // Browsers that allow several maps use the first one that names an address.
    const isOnly = document.querySelector('[type=importmap]') === null;
    const element = document.createElement('script');
    headOf(document).append(Object.assign(element, { type: 'importmap', textContent: toScript(text) }));
    return async () => (await prove()) && isOnly;
  };
}

/** Proves whether this browser enforces the import map of the page. Its files are fetched at once. */
export function createProof({
  own,
  fetch,
  load,
}: Pick<EnforceDependencies, 'own' | 'fetch' | 'load'>): () => Promise<boolean> {
  const fetched = fetchProbe(own, fetch);
  fetched.catch(() => undefined);
  return async () => {
    await fetched;
    const [ran, refused] = await Promise.allSettled([load(canary), load(probe)]);
    return ran.status === 'fulfilled' && refused.status === 'rejected';
  };
}

/** A browser that refuses an altered probe is sound: the file is what has to be fetched again. */
async function fetchProbe(own: OwnScripts, fetch: EnforceDependencies['fetch']): Promise<void> {
  const addresses = [own.probe, refusedOf(own)];
  const [probe] = await Promise.all(addresses.map((address) => fetchWhole(fetch, address)));
  if (probe === undefined || (await toIntegrity(probe, 256)) === own.integrity[own.probe]) return;
  throw new Error(`${own.probe}: other bytes than were deployed`);
}
