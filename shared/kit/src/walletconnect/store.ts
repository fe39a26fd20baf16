import { field, type ScopedStorage } from '@linkspan/contract';
import { tryTo } from '../util.ts';

/**
 * The entries that a later page needs to resume the session: the session, the topics of its messages at the relay, their
 * expiry, and the keys. The keys encrypt messages between page and wallet, and identify the page to the relay; no chain or
 * server takes their signatures. All other entries, such as requests, end with the page.
 */
const storedNames = ['session', 'pairing', 'subscription', 'expirer', 'keychain'];

/** The page's own key at the relay: a library that has one needs it whatever other tabs have removed. */
const ownKey = 'client_ed25519_seed';

/** Entries of a stored value, each in JSON, by what identifies it: a topic, the target of an expiry, the name of a key. */
type Entries = ReadonlyMap<string, string>;

/**
 * The store of WalletConnect's library, in JSON. The library of each tab reads what is stored as it opens, and writes its
 * whole memory at each change: what other tabs have added, changed or removed meanwhile stays so. Entries that it writes
 * after the session has ended, such as the key that identifies the page to the relay, stay until the page's data are cleared.
 */
export function createStore(storage: ScopedStorage) {
  const texts = new Map(storedNames.flatMap((name) => readEntry(storage, name)));
  const toName = (key: string) => storedNames.find((name) => key.endsWith(`//${name}`)) ?? key;
  return {
    getItem: async <Value>(key: string) => parse(texts.get(toName(key))) as Value | undefined,
    async setItem(key: string, value: unknown) {
      const name = toName(key);
      const before = texts.get(name);
      texts.set(name, JSON.stringify(value) ?? 'null');
      if (!storedNames.includes(name)) return;
      const [stored, known] = [storage.get(name), before].map((text) => toEntries(parse(text)));
      const merged = merge(stored as Entries, toEntries(value), known as Entries);
      storage.set(name, Array.isArray(value) ? toList(merged) : toObject(merged));
    },
    async removeItem(key: string) {
      const name = toName(key);
      texts.delete(name);
      if (storedNames.includes(name)) storage.remove(name);
    },
    getKeys: async () => [...texts.keys()],
    getEntries: async <Value>() => [...texts].map(([key, text]): [string, Value] => [key, JSON.parse(text)]),
  };
}

function readEntry(storage: ScopedStorage, name: string): [string, string][] {
  const text = storage.get(name);
  return parse(text) === undefined ? [] : [[name, text as string]];
}

function parse(text: string | undefined): unknown {
  return tryTo(() => JSON.parse(text ?? ''));
}

function toEntries(value: unknown): Entries {
  const named = Array.isArray(value)
    ? value.map((one) => [String(field(one, 'topic') ?? field(one, 'target') ?? JSON.stringify(one)), one])
    : Object.entries(Object(value));
  return new Map(named.map(([name, one]) => [name, JSON.stringify(one)]));
}

const toList = (entries: Entries) => `[${[...entries.values()]}]`;
const toObject = (entries: Entries) =>
  `{${[...entries].map(([name, text]) => `${JSON.stringify(name)}:${text}`)}}`;

/** The stored entries with the changes that this tab has made since `known`. What another tab has removed stays removed. */
function merge(stored: Entries, own: Entries, known: Entries): Entries {
  const merged = new Map([...stored].filter(([name]) => own.has(name) || !known.has(name)));
  for (const [name, text] of own) {
    const isRemoved = known.has(name) && !stored.has(name);
    const isChange = text !== known.get(name) && !isRemoved;
    if (isChange || (name === ownKey && isRemoved)) merged.set(name, text);
  }
  return merged;
}

/** Removes all stored entries. */
export function clearStore(storage: ScopedStorage): void {
  for (const name of storedNames) storage.remove(name);
}

/** A copy that later changes leave as it is. */
export function copyStore(storage: ScopedStorage): ScopedStorage {
  const copy = new Map(storedNames.map((name) => [name, storage.get(name)]));
  return {
    get: (name) => copy.get(name),
    set: (name, text) => void copy.set(name, text),
    remove: (name) => void copy.delete(name),
  };
}

/** The topics of the stored sessions, which can be resumed. */
export function storedTopics(storage: Pick<ScopedStorage, 'get'>): readonly string[] {
  return [...toEntries(parse(storage.get('session'))).keys()];
}
