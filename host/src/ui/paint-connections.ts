import { accountsOf, type Connection, type View } from '@linkspan/contract';
import { type Painted, paintCard } from './paint-card.ts';
import { shorten } from './texts/shorten.ts';

/** By a connection's status. */
export type Words = Readonly<Record<Connection['status'], string>>;

/**
 * Until the views have come, has the prerendered cards say which wallets are connected, or with which one it is tried:
 * how far that is, the views tell. Returns what ends it.
 */
export function paintConnections({ families, family }: View, page: ParentNode, words: Words): () => void {
  const ends = families.flatMap((id) => {
    const card = page.querySelector<HTMLElement>(`section[data-family="${id}"]`);
    if (card === null) return [];
    const invitation = card.querySelector('.say-title')?.textContent ?? '';
    return family(id).connection.subscribe((now) =>
      paintCard(card, toPainted(now, words[now.status], invitation)),
    );
  });
  return () => {
    for (const end of ends) end();
  };
}

function toPainted(connection: Connection, word: string, invitation: string): Painted {
  const { status } = connection;
  if (status === 'disconnected') return { status, word, title: invitation, invites: true };
  if (status === 'connecting') return { status, word, title: connection.wallet.name, invites: false };
  const [account = ''] = accountsOf(connection);
  return { status, word, title: shorten(account.split(':')[2] ?? ''), invites: false };
}
