import { readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Addresses, readAddresses } from '../addresses.ts';
import { families, familyIds } from './families.ts';
import { toPracticePage } from './practice-page.ts';

/** The absolute paths of a remote's documents, by which a page begins to trust it; undefined where it has none. */
type DocumentsOf = (remote: string) => { readonly root: string; readonly live: string } | undefined;

/**
 * The configuration of a host page on the practice chains, as plain JSON. The host parses it. Without documents it
 * is one for development, where nothing is signed.
 */
export function practiceConfig(
  addresses: Addresses,
  documentsOf: DocumentsOf = () => undefined,
  links: readonly { readonly title: string; readonly url: string }[] = [],
) {
  const { families: networks, identities, label } = toPracticePage(addresses);
  return {
    title: 'Linkspan',
    families: familyIds.map((id) => {
      const { title, namespace, mark, remote: name } = families[id];
      const remote = {
        name,
        url: `${addresses[id].url}/`,
        options: { practice: true },
        ...documentsOf(name),
      };
      return { id, title, namespace, mark, remote, networks: networks[id] };
    }),
    identities,
    practice: { module: '/practice/wallets.js', label },
    ...(links.length > 0 && { links }),
  };
}

/** The newest root and the live document of each remote in a store's folder. */
export async function readDocuments(store: string): Promise<DocumentsOf> {
  const names = (await readdir(store)).filter((name) => name.startsWith('remote-'));
  const found = await Promise.all(
    names.map(async (name) => {
      const folder = resolve(store, name);
      const versions = (await readdir(join(folder, 'root'))).map((file) => Number.parseInt(file, 10));
      const root = join(folder, 'root', `${Math.max(...versions)}.json`);
      return [name, { root, live: join(folder, 'live.json') }] as const;
    }),
  );
  const documents = new Map(found);
  return (remote) => documents.get(remote);
}

/**
 * As a command: writes the configuration for this environment's addresses into the given file, with the documents of
 * the store that is in the other given folder, and with a link to an application at the given address.
 */
const [, command, file, store, application] = process.argv;
if (command !== undefined && import.meta.filename === command && file !== undefined) {
  const documentsOf = store === undefined ? undefined : await readDocuments(resolve(store));
  const links = application ? [{ title: 'Example application', url: application }] : [];
  const config = practiceConfig(readAddresses(process.env), documentsOf, links);
  await writeFile(file, `${JSON.stringify(config, null, 2)}\n`);
}
