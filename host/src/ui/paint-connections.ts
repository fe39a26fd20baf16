import {
  accountsOf,
  addressOf,
  type Connection,
  type FamilyId,
  type RemoteState,
  type View,
} from '@linkspan/contract';
import type { FamilyConfig } from '../config.ts';
import { settledMs } from '../limits.ts';
import { fillPick } from './cards/pick.ts';
import { listenAll, toConnected } from './facts.ts';
import { shorten } from './texts/address.ts';
import { dialogTexts } from './texts/en-dialog.ts';

/** The prerendered page, and the presses on its cards. */
export interface Painting {
  readonly view: View;
  readonly root: ParentNode;
  readonly families: readonly FamilyConfig[];
  connect(family: FamilyId, walletId: string): void;
  choose(family: FamilyId): void;
}

/** Paints prerendered cards and bar by the store until the views load. Returns the function that stops it. */
export function paintConnections({ view, root, families, connect, choose }: Painting): () => void {
  const bar = root.querySelector<HTMLElement>('.bar');
  const ends = families.flatMap(({ id, title }) => {
    const card = root.querySelector<HTMLElement>(`section[data-family="${id}"]`);
    const list = card?.querySelector<HTMLElement>('.pick');
    const status = card?.querySelector('[role=status]');
    const body = card?.querySelector<HTMLElement>('.card-body');
    const head = list?.querySelector<HTMLElement>('.pick-title');
    if (!card || !list || !status || !body || !head) return [];
    const facts = view.family(id);
    const draw = fillPick(list, {
      title,
      connect: (walletId) => connect(id, walletId),
      choose: () => choose(id),
    });
    let isListed = false;
    let listed: ReturnType<typeof setTimeout> | undefined;
    const paint = () => {
      const connection = facts.connection.get();
      const remote = facts.remote.get();
      const shown = toShown(connection);
      card.dataset.status = connection.status;
      card.dataset.release = toReleaseName(remote);
      status.textContent = dialogTexts.painted[connection.status];
      body.style.visibility = shown === undefined ? '' : 'hidden';
      head.style.visibility = 'visible';
      if (shown === undefined) draw(facts, isListed);
      else head.textContent = shown;
      if (remote.stage !== 'pending') listed ??= setTimeout(showAll, settledMs);
      if (bar) bar.dataset.connected = toConnected(view);
    };
    const showAll = () => {
      isListed = true;
      paint();
    };
    paint();
    const end = listenAll([facts.connection, facts.wallets, facts.remote], paint);
    return () => {
      clearTimeout(listed);
      end();
    };
  });
  return () => {
    for (const end of ends) end();
  };
}

/** The release of a remote, as `data-release` of its card has it. */
export function toReleaseName(remote: RemoteState): string {
  const release = 'release' in remote && remote.release;
  return release ? `${release.remote}@${release.version}` : '';
}

/** The account or the wallet of a connection; undefined if there is none. */
function toShown(connection: Connection): string | undefined {
  if (connection.status === 'connecting') return connection.wallet.name;
  const [account] = accountsOf(connection);
  return account && shorten(addressOf(account));
}
