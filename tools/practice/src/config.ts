import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Addresses } from '../addresses.mjs';
import { readAddresses } from '../addresses.mjs';
import { type DocumentsOf, readDocuments } from './documents.ts';
import { type PracticeNetwork, practiceNetworks } from './networks.ts';

/**
 * The configuration of a host page on the practice chains, as plain JSON. The host parses it. Without documents it
 * is one for development, where nothing is signed.
 */
export function practiceConfig(addresses: Addresses, documentsOf: DocumentsOf = () => undefined) {
  const networks = practiceNetworks(addresses);
  const remote = (name: string, url: string) => ({
    name,
    url: `${url}/`,
    options: { practice: true },
    ...documentsOf(name),
  });
  return {
    title: 'Linkspan',
    families: [
      {
        id: 'evm',
        title: 'Ethereum',
        namespace: 'eip155',
        mark: { path: 'M10 1.2 15.4 10 10 13.2 4.6 10zM10 18.8 15.4 11.7 10 14.9 4.6 11.7z', hue: 268 },
        remote: remote('remote-evm', addresses.evm.url),
        networks: networks.evm.map(toNetwork),
      },
      {
        id: 'solana',
        title: 'Solana',
        namespace: 'solana',
        mark: {
          path: 'M5.6 3.6h11l-2.3 3.1h-11zM3.3 8.4h11l2.3 3.1h-11zM5.6 13.2h11l-2.3 3.1h-11z',
          hue: 305,
        },
        remote: remote('remote-solana', addresses.solana.url),
        networks: networks.solana.map(toNetwork),
      },
      {
        id: 'near',
        title: 'NEAR',
        namespace: 'near',
        mark: {
          path: 'M3.35 4.4a1.25 1.25 0 0 1 2.15-.87l8.65 8.97V4.4a1.25 1.25 0 0 1 2.5 0v11.2a1.25 1.25 0 0 1-2.15.87L5.85 7.5v8.1a1.25 1.25 0 0 1-2.5 0z',
          hue: 168,
        },
        remote: remote('remote-near', addresses.near.url),
        networks: networks.near.map(toNetwork),
      },
    ],
    identities: [
      { identity: 'practice.linkspan.wallet', families: ['evm', 'solana', 'near'] },
      { identity: 'practice.linkspan.second', families: ['evm', 'solana', 'near'] },
    ],
    practice: { module: '/practice/wallets.js', label: 'Practice' },
  };
}

function toNetwork({ id, title, rpcUrl, wsUrl, symbol, decimals }: PracticeNetwork) {
  return { id, title, rpc: [rpcUrl], ...(wsUrl !== undefined && { ws: wsUrl }), symbol, decimals };
}

/**
 * As a command: writes the configuration for this environment's addresses into the given file, with the documents of
 * the store that is in the other given folder.
 */
const [, command, file, store] = process.argv;
if (command !== undefined && import.meta.filename === command && file !== undefined) {
  const documentsOf = store === undefined ? undefined : await readDocuments(resolve(store));
  const config = practiceConfig(readAddresses(process.env), documentsOf);
  await writeFile(file, `${JSON.stringify(config, null, 2)}\n`);
}
