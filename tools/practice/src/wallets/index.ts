import './jitless.ts';
import * as z from 'zod';
import { type Family, families, familyIds } from '../families.ts';
import { type AccountLabel, createRequestQueue } from './approval.ts';
import { announceEvm } from './evm.ts';
import { announceNear } from './near.ts';
import { type FamilyNetworks, parseNetworks } from './network.ts';
import { createCodeGrids, createNetworkGrid, createWalletGrid } from './panel/fault-grids.ts';
import { openPanel, type PanelParts } from './panel/panel.ts';
import { announceSolana } from './solana.ts';
import { changeShape, storagePrefix } from './state.ts';
import { playWallet } from './test-wallet.ts';
import { PracticeWallet, type WalletId, type WalletPage } from './wallet.ts';
import { showInWindow } from './window/approval-window.ts';

/**
 * Puts the practice wallets into the page: they announce themselves as extensions do, ask in a window of their own, and
 * sign by public keys. Their panel opens by the page's `button[data-practice]`, or by a button of its own. The networks
 * are those of each family that the page has, the preferred one first. Throws a TypeError that names the malformed
 * field. Returns the undoing.
 */
export function announce(options: { readonly networks: FamilyNetworks }): () => void {
  const networks = parseNetworks(options);
  const wallets = createWallets(networks, {
    target: window,
    origin: location.origin,
    storage: () => localStorage,
    ask: createRequestQueue(showInWindow),
  });
  announced = wallets;
  const stops = [
    openPanel(toPanelParts(wallets, networks)),
    followCommands(wallets),
    followOtherTabs(wallets),
    ...wallets.map((wallet) => announcers[wallet.family](wallet as never)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

let announced: readonly PracticeWallet[] = [];

/** What plays the user of the first wallet of a family, for tests. Throws if it is not announced. */
export function testWallet(family: string) {
  const wallet = announced.find(({ id }) => id === family);
  if (wallet === undefined) throw new Error(`There is no practice wallet of ${family}.`);
  return playWallet(wallet);
}

function toPanelParts(all: readonly PracticeWallet[], networks: FamilyNetworks): PanelParts {
  const [wallets, seconds] = [all.filter((one) => !one.isSecond), all.filter((one) => one.isSecond)];
  const grids = [
    createWalletGrid('wallet', 'Wallet', wallets),
    createNetworkGrid('network', 'Network', networks, 0),
    ...createCodeGrids(import.meta.url),
    createWalletGrid('second-wallet', 'Second wallet', seconds),
    createNetworkGrid('second-network', 'Second network', networks, 1),
  ];
  return { wallets, seconds, grids };
}

/** Makes the first and second wallet of every family that has networks. */
function createWallets(all: FamilyNetworks, page: WalletPage): readonly PracticeWallet[] {
  const wallets: PracticeWallet[] = [];
  for (const family of familyIds) {
    const networks = all[family];
    if (networks === undefined) continue;
    for (const rank of [0, 1] as const) {
      const id: WalletId = rank === 0 ? family : `${family}-second`;
      const accounts = families[family].accounts[rank];
      // The wallet of the same rank in another family is the same wallet to its owner.
      const others = () => wallets.filter((one) => one.id !== id && one.isSecond === (rank === 1));
      wallets.push(new PracticeWallet<AccountLabel>({ id, family, accounts, networks, page, others }));
    }
  }
  return wallets;
}

/** How a wallet of each family, with the accounts of that family, announces itself. */
const announcers: Readonly<Record<Family, (wallet: PracticeWallet<never>) => () => void>> = {
  ...{ evm: announceEvm, solana: announceSolana, near: announceNear },
};

const walletIds = familyIds.flatMap((family): WalletId[] => [family, `${family}-second`]);

/** What a test changes in one wallet, by an event of the page whose detail it is. */
const commandShape = changeShape.extend({
  wallet: z.enum(walletIds),
  /** Replaces the object that the page has, as an updated extension does; the old one is dead. */
  update: z.literal(true).optional(),
  /** Fires an event of the wallet: by this name in EVM, of these changes in Solana, as an announcement in NEAR. */
  fire: z.strictObject({ event: z.string(), value: z.unknown().optional() }).optional(),
});

function followCommands(wallets: readonly PracticeWallet[]): () => void {
  const obey = (event: Event) => {
    const { wallet: id, update, fire, ...change } = commandShape.parse((event as CustomEvent).detail);
    const wallet = wallets.find((one) => one.id === id);
    wallet?.change(change);
    if (update) wallet?.update();
    if (fire) wallet?.fire(fire.event, fire.value);
  };
  window.addEventListener('practice-wallet', obey);
  return () => window.removeEventListener('practice-wallet', obey);
}

function followOtherTabs(wallets: readonly PracticeWallet[]): () => void {
  const follow = (event: Event) => {
    const { key = null } = event as StorageEvent;
    for (const { id, store } of wallets) if (key === null || key === `${storagePrefix}${id}`) store.refresh();
  };
  // A page that was kept by the back-forward cache has heard nothing meanwhile, which an extension would have: so before
  // the page itself hears that it is shown again.
  const events = ['storage', 'pageshow', 'visibilitychange'];
  for (const event of events) window.addEventListener(event, follow, { capture: true });
  return () => {
    for (const event of events) window.removeEventListener(event, follow, { capture: true });
  };
}
