import { writeFile } from 'node:fs/promises';
import type { Addresses } from '../addresses.mjs';
import { readAddresses } from '../addresses.mjs';
import { type PracticeNetwork, practiceNetworks } from './networks.ts';

/** The configuration of a host page on the practice chains, as plain JSON. The host parses it. */
export function practiceConfig(addresses: Addresses) {
  const networks = practiceNetworks(addresses);
  const redirectWallet = {
    id: 'practice-redirect',
    name: 'Practice Redirect Wallet',
    url: `${addresses.host.url}/practice/near-wallet.html?flow={flow}`,
  };
  return {
    title: 'Linkspan',
    families: [
      {
        id: 'evm',
        title: 'Ethereum',
        namespace: 'eip155',
        mark: { glyph: 'Ξ', hue: 268 },
        remote: { name: 'remote-evm', url: `${addresses.evm.url}/`, options: { practice: true } },
        networks: networks.evm.map(toNetwork),
      },
      {
        id: 'solana',
        title: 'Solana',
        namespace: 'solana',
        mark: { glyph: 'S', hue: 305 },
        remote: { name: 'remote-solana', url: `${addresses.solana.url}/`, options: { practice: true } },
        networks: networks.solana.map(toNetwork),
      },
      {
        id: 'near',
        title: 'NEAR',
        namespace: 'near',
        mark: { glyph: 'N', hue: 172 },
        remote: {
          name: 'remote-near',
          url: `${addresses.near.url}/`,
          options: { practice: true, redirectWallets: [redirectWallet] },
        },
        networks: networks.near.map(toNetwork),
      },
    ],
    practice: { module: '/practice/wallets.js', label: 'Practice chains' },
  };
}

function toNetwork({ id, title, rpcUrl, wsUrl, symbol, decimals }: PracticeNetwork) {
  return { id, title, rpc: [rpcUrl], ...(wsUrl !== undefined && { ws: wsUrl }), symbol, decimals };
}

/** As a command: writes the configuration for this environment's addresses into the given file. */
const [, command, file] = process.argv;
if (command !== undefined && import.meta.filename === command && file !== undefined)
  await writeFile(file, `${JSON.stringify(practiceConfig(readAddresses(process.env)), null, 2)}\n`);
