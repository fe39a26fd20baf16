import { accountsOf, type Connection, type FamilyView, type View } from '@linkspan/contract';
import { listReady } from './dialog/reach.ts';
import { listenAll, toConnected } from './facts.ts';
import { shorten } from './texts/address.ts';

/** The words of each status, and the titles above the wallets at hand. */
type Words = Readonly<Record<Connection['status'] | 'connectWith' | 'looking' | 'none', string>>;

/** Paints prerendered cards and bar by the store until the views load. Returns the function that stops it. */
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

/** The texts of a card until the views are loaded. */
interface Painted {
  readonly status: string;
  readonly word: string;
  /** The title of the card's content. */
  readonly title: string;
  /** The names of the wallets at hand. If undefined, their rows are hidden and keep their room. */
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
  // The views say why it failed.
  const title = stage === 'pending' ? words.looking : stage === 'failed' ? '' : words.none;
  return { status, word, title, ready };
}

function paintCard(card: HTMLElement, { status, word, title, ready }: Painted): void {
  const find = (part: string) => card.querySelector<HTMLElement>(part);
  const [state, invitation, head] = [find('[role=status]'), find('.card-body'), find('.pick-title')];
  if (!state || !invitation || !head) return;
  card.dataset.status = status;
  state.textContent = word;
  invitation.style.visibility = ready === undefined ? 'hidden' : '';
  head.style.visibility = 'visible';
  head.textContent = title;
  const rows = card.querySelectorAll('[aria-hidden] > .pick-name');
  for (const [at, row] of rows.entries()) row.textContent = ready?.[at] ?? '';
}
