import { type Family, families } from './families.ts';

/** What a family's card shows. */
export interface CardState {
  readonly status: 'disconnected' | 'connecting' | 'connected';
  /** The account's address once it is connected, or why it is not. */
  readonly detail?: string;
}

const texts = { disconnected: 'Not connected', connecting: 'Connecting…', connected: 'Connected' };

export function Card({ family, status, detail }: CardState & { readonly family: Family }) {
  return (
    <article data-bench-card={family} data-status={status}>
      <h2>{families[family]}</h2>
      <p>{texts[status]}</p>
      {detail && <p>{detail}</p>}
    </article>
  );
}
