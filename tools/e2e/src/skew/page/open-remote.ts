import { addressOf, type Discover, LinkspanError, type Mount } from '@linkspan/contract';
import type { Place } from './place.ts';
import { toDiscoveryPort, toPort } from './ports.ts';

/** Starts the discovery and the connector of a release, and has the card's buttons command them. */
export async function openRemote(place: Place): Promise<void> {
  const { config, family, card, release, federation, edition } = place;
  const { remote: name, version, discovery: listing, entry } = release.manifest;
  const { wallets, connection, remote } = family.view;
  const { discover }: { discover: Discover } = await import(/* @vite-ignore */ release.addressOf(listing));
  const connector = await federation(name.replaceAll('-', '_'), release.addressOf(entry), 'connector');
  const discovery = discover(toDiscoveryPort(place));
  const handle = (connector as { mount: Mount }).mount(toPort(place));
  remote.set({ stage: 'mounted', release: { remote: name, version, ...edition.release } });

  card.onPress({
    async connect() {
      const wallet = wallets.get().find(({ reach }) => reach === 'installed');
      if (wallet === undefined) throw new LinkspanError('wallet/absent', { wallet: config.title });
      const approved = await discovery.attempt(wallet.id, {
        id: crypto.randomUUID(),
        network: config.networks[0].id,
        signal: new AbortController().signal,
        deadlineMs: 30_000,
        onProgress: () => undefined,
        mayUndo: () => true,
      });
      await handle.adopt(approved, family.lease);
    },
    async sign() {
      const now = connection.get();
      if (now.status !== 'connected') throw new LinkspanError('wallet/not-connected', {});
      const [account] = now.accounts;
      const text = `Ahoy, ${addressOf(account)}`;
      card.showSigned(await handle.signMessage({ kind: 'message', account, text }));
    },
    disconnect: () => handle.disconnect(),
  });
}
