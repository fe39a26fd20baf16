import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Addresses } from '../addresses.mjs';
import { readAddresses } from '../addresses.mjs';
import { type DocumentsOf, readDocuments } from './documents.ts';
import { type PracticeNetwork, practiceNetworks } from './networks.ts';
import { familyMarks } from './wallets/family-marks.ts';

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
        mark: familyMarks.evm,
        remote: remote('remote-evm', addresses.evm.url),
        networks: networks.evm.map(toNetwork),
      },
      {
        id: 'solana',
        title: 'Solana',
        namespace: 'solana',
        mark: familyMarks.solana,
        remote: remote('remote-solana', addresses.solana.url),
        networks: networks.solana.map(toNetwork),
      },
      {
        id: 'near',
        title: 'NEAR',
        namespace: 'near',
        mark: familyMarks.near,
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
