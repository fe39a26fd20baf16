import { accountsOf, type Connection, type FamilyView, type View } from '@linkspan/contract';
import { listReady } from './dialog/sort-by-reach.ts';
import { listenAll } from './listen-all.ts';
import { type ReadyTexts, sayReady } from './say-ready.ts';
import { shorten } from './texts/shorten.ts';
import { toConnected } from './to-connected.ts';

/** By a connection's status, and what is said of the wallets at hand. */
export type Words = Readonly<Record<Connection['status'], string>> & { readonly ready: ReadyTexts };

/**
 * Until the views have come, has the prerendered cards say which wallets are connected, or with which one it is tried,
 * and which are at hand: how far that is, the views tell. The page's root says how many are connected. Returns what
 * ends it.
 */
export function paintConnections(view: View, page: Document, words: Words): () => void {
  const { families, family } = view;
  const ends = families.flatMap((id) => {
    const card = page.querySelector<HTMLElement>(`section[data-family="${id}"]`);
    if (card === null) return [];
    const facts = family(id);
    const invitation = card.querySelector('.say-title')?.textContent ?? '';
    const paint = () => {
      paintCard(card, toPainted(facts, words, invitation));
      page.documentElement.dataset.connected = toConnected(view);
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
  /** Which wallets are at hand, below the invitation to connect; if undefined it is hidden, and takes as much room. */
  readonly ready?: string;
}

function toPainted({ connection, wallets, remote }: FamilyView, words: Words, invitation: string): Painted {
  const now = connection.get();
  const { status } = now;
  const word = words[status];
  if (status === 'connecting') return { status, word, title: now.wallet.name };
  const [account] = accountsOf(now);
  if (account !== undefined) return { status, word, title: shorten(account.split(':')[2] ?? '') };
  const state = remote.get();
  // Why it failed, the views say.
  const ready = state.stage === 'failed' ? '' : sayReady(listReady(wallets.get()), state, words.ready);
  return { status, word, title: invitation, ready };
}

/** The views replace the card whole. */
function paintCard(card: HTMLElement, { status, word, title, ready }: Painted): void {
  const find = (part: string) => card.querySelector<HTMLElement>(part);
  const [told, invitation, head, atHand] = [
    find('[role=status]'),
    find('.card-body'),
    find('.say-title'),
    find('.ready'),
  ];
  if (!told || !invitation || !head) return;
  card.dataset.status = status;
  told.textContent = word;
  invitation.style.visibility = ready === undefined ? 'hidden' : '';
  head.style.visibility = 'visible';
  head.textContent = title;
  if (atHand && ready !== undefined) atHand.textContent = ready;
}
