import { useRef, useState, useSyncExternalStore } from 'react';
import { Card, type CardState } from './card.tsx';
import { type Family, families, familyIds } from './families.ts';
import { getWallets, subscribe, type Wallet } from './wallets.ts';

/** The whole page: a button, a dialog with the wallets that are here, and a card for each family. */
export function App() {
  const wallets = useSyncExternalStore(subscribe, getWallets);
  const [cards, setCards] = useState<Partial<Record<Family, CardState>>>({});
  const dialog = useRef<HTMLDialogElement>(null);

  async function pick({ family, connect }: Wallet) {
    const show = (card: CardState) => setCards((before) => ({ ...before, [family]: card }));
    dialog.current?.close();
    show({ status: 'connecting' });
    try {
      show({ status: 'connected', detail: await connect() });
    } catch (error) {
      show({ status: 'disconnected', detail: (error as Error).message });
    }
  }

  return (
    <>
      <h1>Wallets</h1>
      <button type="button" data-bench="button" onClick={() => dialog.current?.showModal()}>
        Connect wallet
      </button>
      {familyIds.map((family) => (
        <Card key={family} family={family} status="disconnected" {...cards[family]} />
      ))}
      <dialog ref={dialog} data-bench="dialog">
        {familyIds.map((family) => (
          <section key={family}>
            <h2>{families[family]}</h2>
            {wallets
              .filter((wallet) => wallet.family === family)
              .map((wallet) => (
                <button
                  key={wallet.id}
                  type="button"
                  data-bench-wallet={family}
                  onClick={() => void pick(wallet)}
                >
                  <img src={wallet.icon} alt="" width="24" height="24" />
                  {wallet.name}
                </button>
              ))}
          </section>
        ))}
        <form method="dialog">
          <button type="submit">Close</button>
        </form>
      </dialog>
    </>
  );
}
