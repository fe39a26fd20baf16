import { accountsOf, type View } from '@linkspan/contract';
import { paintCard } from './paint-card.ts';

/** By a connection's status. One that connects may still fail: what to say of that is for the views. */
export type Words = Readonly<Record<'connected' | 'reconnecting', string>>;

/** Until the views have come, has the prerendered cards say which wallets are connected. Answers what ends it. */
export function paintConnections({ families, family }: View, page: ParentNode, words: Words): () => void {
  const ends = families.map((id) => {
    const { connection } = family(id);
    const card = page.querySelector<HTMLElement>(`section[data-family="${id}"]`);
    return connection.subscribe((now) => {
      if (card === null || (now.status !== 'connected' && now.status !== 'reconnecting')) return;
      const [account = ''] = accountsOf(now);
      paintCard(card, { status: now.status, word: words[now.status], account });
    });
  });
  return () => {
    for (const end of ends) end();
  };
}
