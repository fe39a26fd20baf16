import { accountsOf, type Connection, type FamilyView, type View } from '@linkspan/contract';
import { listReady } from './dialog/reach.ts';
import { listenAll, toConnected } from './facts.ts';
import { shorten } from './texts/address.ts';

/** By a connection's status, and what heads the wallets at hand. */
type Words = Readonly<Record<Connection['status'] | 'connectWith' | 'looking' | 'none', string>>;

/**
 * Until the views have come, has the prerendered cards say which wallets are connected, or with which one it is tried,
 * and which are at hand: how far that is, the views tell. The page's root says how many are connected. Returns what
 * ends it.
 */
export function paintConnections(view: View, page: ParentNode, words: Words): () => void {
  const { families, family } = view;
  const ends = families.flatMap((id) => {
    const card = page.querySelector<HTMLElement>(`section[data-family="${id}"]`);
    if (card === null) return [];
    const facts = family(id);
    const paint = () => {
      paintCard(card, toPainted(facts, words));
      const bar = page.querySelector<HTMLElement>('.bar');
      if (bar) bar.dataset.connected = toConnected(view);
    };
    paint();
    return listenAll([facts.connection, facts.wallets, facts.remote], paint);
  });
  return () => {
    for (const end of ends) end();
  };
}

/** What a card says until the views have come. */
interface Painted {
  readonly status: string;
  /** The status as people read it. */
  readonly word: string;
  /** Heads what the card holds. */
  readonly title: string;
  /** The names of the wallets at hand; if undefined their rows are hidden, and take as much room. */
  readonly ready?: readonly string[];
}

function toPainted({ connection, wallets, remote }: FamilyView, words: Words): Painted {
  const now = connection.get();
  const { status } = now;
  const word = words[status];
  if (status === 'connecting') return { status, word, title: now.wallet.name };
  const [account] = accountsOf(now);
  if (account !== undefined) return { status, word, title: shorten(account.split(':')[2] ?? '') };
  const { stage } = remote.get();
  const ready = listReady(wallets.get()).map(({ name }) => name);
  if (ready.length > 0) return { status, word, title: words.connectWith, ready };
  // Why it failed, the views say.
  const title = stage === 'pending' ? words.looking : stage === 'failed' ? '' : words.none;
  return { status, word, title, ready };
}

/** The views replace the card whole. */
function paintCard(card: HTMLElement, { status, word, title, ready }: Painted): void {
  const find = (part: string) => card.querySelector<HTMLElement>(part);
  const [told, invitation, head] = [find('[role=status]'), find('.card-body'), find('.pick-title')];
  if (!told || !invitation || !head) return;
  card.dataset.status = status;
  told.textContent = word;
  invitation.style.visibility = ready === undefined ? 'hidden' : '';
  head.style.visibility = 'visible';
  head.textContent = title;
  const rows = card.querySelectorAll('[aria-hidden] > .pick-name');
  for (const [at, row] of rows.entries()) row.textContent = ready?.[at] ?? '';
}
