import { addressOf, type Discover, LinkspanError, type Mount } from '@linkspan/contract';
import type { Card } from './card.ts';
import type { Edition } from './edition.ts';
import type { Family } from './family.ts';
import type { Federation } from './federation.ts';
import type { Release } from './load-release.ts';
import type { PageFamily, PageView } from './start-page.ts';

/** A family's place in the page, and the release that is to serve it. */
interface Place {
  readonly edition: Edition;
  readonly config: PageFamily;
  readonly family: Family;
  readonly card: Card;
  readonly view: PageView;
  readonly federation: Federation;
  readonly release: Release;
}

/** Starts the discovery and the connector of a release, and has the card's buttons command them. */
export async function openRemote(place: Place): Promise<void> {
  const { config, family, card, release } = place;
  const { wallets, connection, remote } = family.view;
  const { discover, mount } = await loadModules(place);
  const port = createPort(place);
  const publish = wallets.set;
  const discovery = discover({ ...port, publish } as never);
  const handle = mount(port as never);
  remote.set({ stage: 'mounted', release: toRef(place) });
  const [{ id: network }] = config.networks;

  card.onPress({
    async connect() {
      const wallet = wallets.get().find(({ reach }) => reach === 'installed');
      if (wallet === undefined) throw new LinkspanError('wallet/absent', { wallet: 'none' });
      const { signal } = new AbortController();
      const asked = { id: crypto.randomUUID(), network, signal, deadlineMs: 30_000 };
      const rest = { onProgress: () => undefined, mayUndo: () => true };
      await handle.adopt(await discovery.attempt(wallet.id, { ...asked, ...rest }), family.lease);
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

  function toRef({ edition }: Place) {
    const { remote, version } = release.manifest;
    return { remote, version, ...edition.release };
  }
}
