import type { PracticeNetwork } from '@linkspan/practice/networks';
import type { ReactNode, RefObject } from 'react';

/** The families of both pages in the order they are shown, with their titles. */
export const families = { evm: 'Ethereum', solana: 'Solana', near: 'NEAR' } as const;

export type Family = keyof typeof families;

const familyIds = Object.keys(families) as Family[];

/** The networks, from the page's HTML. */
export const networks: Record<Family, PracticeNetwork> = JSON.parse(
  document.getElementById('networks')?.textContent ?? '',
);

/** The families that were connected when the page was last open. */
export const remembered = {
  read: () => (localStorage.getItem('connected') ?? '').split(' ').filter(Boolean) as Family[],
  add: (family: Family) =>
    localStorage.setItem('connected', [...new Set([...remembered.read(), family])].join(' ')),
};

/** The state of a family's card. */
export interface CardState {
  readonly status: 'disconnected' | 'connecting' | 'connected';
  /** The account's address once it is connected, or why it is not. */
  readonly detail?: string | undefined;
}

const texts = { disconnected: 'Not connected', connecting: 'Connecting…', connected: 'Connected' };

function Card({ family, status, detail }: CardState & { readonly family: Family }) {
  return (
    <article data-bench-card={family} data-status={status}>
      <h2>{families[family]}</h2>
      <p>{texts[status]}</p>
      {detail && <p>{detail}</p>}
      <button type="button" data-bench="send" disabled={status !== 'connected'}>
        Send
      </button>
    </article>
  );
}

/** Props of a family's view, which lists its wallets and publishes the state of its card. */
export interface FamilyViewProps {
  /** A wallet was picked: the dialog is no longer needed. */
  onPick(): void;
  /** The same function at each render. */
  onCard(card: CardState): void;
}

interface WalletRowProps {
  readonly family: Family;
  readonly name: string;
  readonly icon?: string | undefined;
  onPress(): void;
}

export function WalletRow({ family, name, icon, onPress }: WalletRowProps) {
  return (
    <button type="button" data-bench-wallet={family} onClick={onPress}>
      {icon && <img src={icon} alt="" width="24" height="24" />}
      {name}
    </button>
  );
}

interface WalletsPageProps {
  readonly cards: Partial<Record<Family, CardState>>;
  readonly dialog: RefObject<HTMLDialogElement | null>;
  onOpen(): void;
  /** The wallets of a family; nothing before they are needed. */
  list(family: Family): ReactNode;
}

/** A button, a dialog with the wallets, and a card for each family. */
export function WalletsPage({ cards, dialog, onOpen, list }: WalletsPageProps) {
  return (
    <>
      <h1>Wallets</h1>
      <button type="button" data-bench="button" onClick={onOpen}>
        Connect wallet
      </button>
      {familyIds.map((family) => (
        <Card key={family} family={family} status="disconnected" {...cards[family]} />
      ))}
      <dialog ref={dialog} data-bench="dialog">
        {familyIds.map((family) => (
          <section key={family}>
            <h2>{families[family]}</h2>
            {list(family)}
          </section>
        ))}
        <form method="dialog">
          <button type="submit">Close</button>
        </form>
      </dialog>
    </>
  );
}
