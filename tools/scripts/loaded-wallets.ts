import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@linkspan/stack/root';
import { accepts as evm } from '../../remote-evm/src/accepts.ts';
import { toKnown } from '../../remote-evm/src/catalog.ts';
import { publicNetworks } from '../../remote-near/src/catalog.ts';
import { wallets } from '../../remote-near/src/loaded.ts';
import { accepts as solana } from '../../remote-solana/src/accepts.ts';
import { walletApp } from '../../remote-solana/src/catalog.ts';
import { withWalletConnect } from '../../shared/kit/src/walletconnect/offer.ts';

/** A wallet whose code is part of a remote. */
export interface LoadedWallet {
  /** As people call it. */
  readonly family: string;
  readonly name: string;
  readonly remote: string;
  /** The package that its code is from, and the folder that depends on it; without one, the remote has an adapter. */
  readonly module?: string | undefined;
  readonly folder?: string;
  /** The files of the release that choosing it loads, by their names, without what they import. */
  readonly files: readonly string[];
  readonly opens: string;
  readonly hosts: readonly string[];
  readonly networks: string;
}

const opens = { window: 'window', pairing: 'phone by a code', installed: 'extension' };
const walletConnect = {
  ...{ module: '@walletconnect/universal-provider', folder: 'shared/kit' },
  ...{ files: ['loaded', 'walletconnect'], networks: "the page's" },
};

/** What the lists of the remotes do not say of a wallet, by its id. */
const evmWallets: Readonly<Record<string, Pick<LoadedWallet, 'files' | 'networks'> & Partial<LoadedWallet>>> =
  {
    walletconnect: walletConnect,
    'com.coinbase.wallet': {
      ...{ module: '@coinbase/wallet-sdk', files: ['loaded', 'coinbase'] },
      ...{ hosts: ['keys.coinbase.com'], networks: 'eleven, see below' },
    },
  };
const solanaWallets: typeof evmWallets = {
  walletconnect: walletConnect,
  [walletApp.id]: {
    ...{ module: '@solana-mobile/mobile-wallet-adapter-protocol', files: ['loaded', 'app'] },
    ...{ opens: 'app, on Android', networks: Object.keys(solana.networks.known).join(', ') },
  },
};

const options = { walletConnectProjectId: 'any' };
const onMainnet = { options, networks: [{ id: 'eip155:1' }] } as unknown as Parameters<typeof toKnown>[0];

/** All of them, by family. */
export const loadedWallets: readonly LoadedWallet[] = [
  ...toKnown(onMainnet).flatMap((known) => toLoaded(known, 'Ethereum', evmWallets, evm)),
  {
    ...{ family: 'Ethereum', remote: 'remote-evm', name: 'Safe', files: ['unannounced'] },
    ...{ module: '@safe-global/safe-apps-sdk', opens: 'around the page', hosts: ['app.safe.global'] },
    networks: "the Safe's",
  },
  {
    ...{ family: 'Ethereum', remote: 'remote-evm', name: 'Browser wallet', files: ['unannounced'] },
    ...{ opens: opens.installed, hosts: [], networks: "the extension's" },
  },
  ...withWalletConnect([walletApp], options).flatMap((known) =>
    toLoaded(known, 'Solana', solanaWallets, solana),
  ),
  ...Object.values(wallets).map(({ name, module, file, reach, hosts, networks = publicNetworks }) => ({
    ...{ family: 'NEAR', remote: 'remote-near', name, module, files: ['loaded', file], hosts },
    opens: reach === 'pairing' ? `extension, or ${opens.pairing}` : opens[reach],
    networks: networks.map((id) => id.replace('near:', '')).join(', '),
  })),
];

/** Throws if a wallet of a list that is loaded has nothing that is said of it here. */
function toLoaded(
  { id, name, reach }: ReturnType<typeof toKnown>[number],
  family: 'Ethereum' | 'Solana',
  facts: typeof evmWallets,
  { needs = {} }: typeof evm,
): readonly LoadedWallet[] {
  if (reach === undefined) return [];
  const own = facts[id];
  if (own === undefined) throw new Error(`${id} of ${family} is not in tools/scripts/loaded-wallets.ts.`);
  const hosts = (needs[id]?.connect ?? []).map((origin) => origin.replace(/^\w+:\/\/|:\*$/g, ''));
  const remote = family === 'Ethereum' ? 'remote-evm' : 'remote-solana';
  return [{ family, remote, name, hosts, opens: opens[reach], ...own }];
}

const head = ['wallet', 'family', 'by', 'version', 'license', 'kB when chosen', 'opens', 'hosts', 'networks'];

/** The table of docs/remotes.md, as Markdown that is formatted; `sizeOf` in kB. */
export function toTable(sizeOf: (wallet: LoadedWallet) => string): string {
  const rows = loadedWallets.map((wallet) => [
    ...[wallet.name, wallet.family, ...sourceOf(wallet), sizeOf(wallet), wallet.opens],
    ...[wallet.hosts.join(', ') || 'none', wallet.networks],
  ]);
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |\n`;
  return [head, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('');
}

function sourceOf({ module, folder, remote }: LoadedWallet): readonly [string, string, string] {
  if (module === undefined) return ['an adapter', '', 'MIT'];
  const path = join(root, folder ?? remote, 'node_modules', module, 'package.json');
  const { version, license } = JSON.parse(readFileSync(path, 'utf8'));
  return [`\`${module}\``, version, license];
}
