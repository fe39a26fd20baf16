import { createChainsSection } from '../bench/chains-section.ts';
import { createRemotesSection } from '../bench/remotes-section.ts';
import { COMMAND_EVENT, parseCommand, toCommanded } from './command.ts';
import { createWallets, type PracticeWallet } from './create-wallets.ts';
import { type AnnounceOptions, parseOptions } from './options.ts';
import { openPanel } from './panel/panel.ts';
import { createWalletsSection } from './panel/wallets-section.ts';
import { browserPlatform, type Platform } from './platform.ts';
import { keepPresence } from './presence.ts';
import { rememberNetworks } from './redirect/remembered-networks.ts';
import { createRequestQueue } from './request-queue.ts';
import { STORAGE_PREFIX } from './wallet-store.ts';
import { showInWindow } from './window/approval-window.ts';

export type { WalletCommand } from './command.ts';
export type { Network, Networks } from './network.ts';
export type { AnnounceOptions } from './options.ts';
export { openRedirectWallet } from './redirect/open-redirect-wallet.ts';
export type { Switches } from './switches.ts';
export type { WalletId } from './wallet-id.ts';

/**
 * Puts the practice wallets into the page: they announce themselves as extensions do, ask in a window of
 * their own, and sign by public keys. Throws a TypeError that names the malformed field. Returns the undoing.
 */
export function announce(options: AnnounceOptions): () => void {
  const { networks, switches = {} } = parseOptions(options);
  const platform = browserPlatform();
  rememberNetworks(networks, platform.storage);
  const wallets = createWallets({ networks, platform, ask: createRequestQueue(showInWindow) });
  for (const { core } of wallets) {
    const set = switches[core.id];
    if (set) core.store.update((state) => ({ ...state, switches: { ...state.switches, ...set } }));
  }
  const stops = [
    openPanel({
      sections: [
        createWalletsSection(wallets.map(({ core }) => core)),
        createChainsSection(networks),
        createRemotesSection(import.meta.url),
      ],
    }),
    followCommands(wallets, platform),
    followOtherTabs(wallets, platform),
    ...wallets.map(({ core, open }) => keepPresence(core, open)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function followCommands(wallets: readonly PracticeWallet[], { page }: Platform): () => void {
  const obey = (event: Event) => {
    const command = parseCommand('detail' in event ? event.detail : undefined);
    const core = wallets.find((wallet) => wallet.core.id === command.wallet)?.core;
    if (!core) return;
    core.store.update((state) => toCommanded(state, command, core));
    if (command.tellRubbish) core.commands.emit('rubbish');
    if (command.update) core.commands.emit('update', command.update);
  };
  page.addEventListener(COMMAND_EVENT, obey);
  return () => page.removeEventListener(COMMAND_EVENT, obey);
}

function followOtherTabs(wallets: readonly PracticeWallet[], { page }: Platform): () => void {
  const follow = (event: Event) => {
    const key = 'key' in event ? event.key : null;
    for (const { core } of wallets) {
      if (key === null || key === `${STORAGE_PREFIX}${core.id}`) core.store.refresh();
    }
  };
  // A page that was kept by the back-forward cache has heard nothing meanwhile, which an extension would have.
  const events = ['storage', 'pageshow'];
  for (const event of events) page.addEventListener(event, follow);
  return () => {
    for (const event of events) page.removeEventListener(event, follow);
  };
}
