import { useCallback, useRef, useState } from 'react';
import { Card, type CardState } from './card.tsx';
import { type Family, familyIds } from './families.ts';
import { FamilySection } from './family-section.tsx';

/** The whole page: a button, a dialog with the wallets that are here, and a card for each family. */
export function App() {
  const [isNeeded, setNeeded] = useState(false);
  const [cards, setCards] = useState<Partial<Record<Family, CardState>>>({});
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useCallback(() => dialog.current?.close(), []);
  const showCard = useCallback(
    (family: Family, card: CardState) => setCards((before) => ({ ...before, [family]: card })),
    [],
  );

  function open() {
    setNeeded(true);
    dialog.current?.showModal();
  }

  return (
    <>
      <h1>Wallets</h1>
      <button type="button" data-bench="button" onClick={open}>
        Connect wallet
      </button>
      {familyIds.map((family) => (
        <Card key={family} family={family} status="disconnected" {...cards[family]} />
      ))}
      <dialog ref={dialog} data-bench="dialog">
        {isNeeded &&
          familyIds.map((family) => (
            <FamilySection key={family} family={family} onPick={close} onCard={showCard} />
          ))}
        <form method="dialog">
          <button type="submit">Close</button>
        </form>
      </dialog>
    </>
  );
}
