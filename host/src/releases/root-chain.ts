import { type Bytes, followRoots, newestRootName, type Root } from '@linkspan/trust';
import { toBytes, toText } from './fetch-document.ts';

/** The newest root that the page's own root leads to. */
export interface RootChain {
  readonly root: Root;
  /** The envelopes that led here from the page's own root, in their order. */
  readonly texts: readonly string[];
  /** The ids of the root keys of all of these. */
  readonly rootKeys: readonly string[];
}

/** Loads a document of the remote by its path; undefined if the server has none. */
export type Load = (path: string) => Promise<Bytes | undefined>;

/** How many roots are asked for at once, at most. */
const mostAtOnce = 32;

/** The chain of stored envelopes. Those that lead nowhere, also because the page's own root is newer, are left out. */
export async function openRootChain(own: Root, kept: readonly string[]): Promise<RootChain> {
  let chain: RootChain = { root: own, texts: [], rootKeys: own.roles.root.keyids };
  for (const text of kept) chain = await extend(chain, [toBytes(text)]).catch(() => chain);
  return chain;
}

/**
 * The chain with the roots that a server has after it, up to version `upTo`, or the next one. A bad or missing root
 * ends it and takes back none before it. Rejects if the next one is bad, as `verifyRootChain` and `load` do.
 */
export async function loadNewerRoots(chain: RootChain, upTo: number, load: Load): Promise<RootChain> {
  const { version } = chain.root;
  const count = Math.min(Math.max(upTo - version, 1), mostAtOnce);
  const [next, ...later] = Array.from({ length: count }, (_, index) =>
    load(`root/${version + 1 + index}.json`),
  );
  const found = await Promise.all([next, ...later.map((one) => one.catch(() => undefined))]);
  const missing = found.indexOf(undefined);
  return extend(chain, (missing < 0 ? found : found.slice(0, missing)) as Bytes[]);
}

async function extend(chain: RootChain, candidates: readonly Bytes[]): Promise<RootChain> {
  const { root, count, refusal } = await followRoots(chain.root, candidates);
  if (refusal && count === 0) throw refusal;
  // Equal to the known root.
  if (root.version === chain.root.version) return chain;
  return {
    root,
    texts: [...chain.texts, ...candidates.slice(0, count).map(toText)],
    rootKeys: [...chain.rootKeys, ...root.roles.root.keyids],
  };
}

/**
 * The chain with every newer root that the server has, even if no live document names it. A root that does not come
 * leaves the chain as it is. Rejects as `verifyRootChain` does.
 */
export async function loadNewestRoots(chain: RootChain, load: Load): Promise<RootChain> {
  const { version } = chain.root;
  const copy = await load(newestRootName).catch(() => undefined);
  // The copy is not verified: it only tells which roots to ask for.
  const newest = copy ? readVersion(copy) : version + 1;
  if (newest <= version) return chain;
  return loadNewerRoots(chain, newest, (path) => load(path).catch(() => undefined));
}

/** The version that a root claims, unverified; 0 if it cannot be read. */
function readVersion(bytes: Bytes): number {
  try {
    const { payload } = JSON.parse(toText(bytes));
    return Number(JSON.parse(payload).version) || 0;
  } catch {
    return 0;
  }
}
