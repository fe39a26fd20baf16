import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { type CardState, type Family, remembered, WalletsPage } from './parts.tsx';

// One ordinary build of all families, with the libraries that the remotes use.

/** Loaded when the dialog is first opened, or at once if a wallet was connected before. */
const views = {
  evm: lazy(async () => ({ default: (await import('./evm.tsx')).EvmView })),
  solana: lazy(async () => ({ default: (await import('./solana.tsx')).SolanaView })),
  near: lazy(async () => ({ default: (await import('./near.tsx')).NearView })),
};

interface FamilyListProps {
  readonly family: Family;
  onPick(): void;
  onCard(family: Family, card: CardState): void;
}

function FamilyList({ family, onPick, onCard }: FamilyListProps) {
  const View = views[family];
  const show = useCallback((card: CardState) => onCard(family, card), [family, onCard]);
  return (
    <Suspense fallback={<p>Loading…</p>}>
      <View onPick={onPick} onCard={show} />
    </Suspense>
  );
}

function App() {
  const [isNeeded, setNeeded] = useState(remembered.read().length > 0);
  const [cards, setCards] = useState<Partial<Record<Family, CardState>>>({});
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useCallback(() => dialog.current?.close(), []);
  const showCard = useCallback((family: Family, card: CardState) => {
    setCards((before) => ({ ...before, [family]: card }));
    if (card.status === 'connected') remembered.add(family);
  }, []);

  return (
    <WalletsPage
      cards={cards}
      dialog={dialog}
      onOpen={() => {
        setNeeded(true);
        dialog.current?.showModal();
      }}
      list={(family) => isNeeded && <FamilyList family={family} onPick={close} onCard={showCard} />}
    />
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(<App />);
