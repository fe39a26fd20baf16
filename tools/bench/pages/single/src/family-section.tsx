import { lazy, Suspense, useCallback } from 'react';
import type { CardState } from './card.tsx';
import { type Family, families } from './families.ts';

/** Each with the library of its chain, and loaded when the dialog is first opened. */
const views = {
  evm: lazy(async () => ({ default: (await import('./evm/evm-view.tsx')).EvmView })),
  solana: lazy(async () => ({ default: (await import('./solana/solana-view.tsx')).SolanaView })),
  near: lazy(async () => ({ default: (await import('./near/near-view.tsx')).NearView })),
};

interface Props {
  readonly family: Family;
  onPick(): void;
  onCard(family: Family, card: CardState): void;
}

/** The dialog's part for one family. */
export function FamilySection({ family, onPick, onCard }: Props) {
  const View = views[family];
  const show = useCallback((card: CardState) => onCard(family, card), [family, onCard]);
  return (
    <section>
      <h2>{families[family]}</h2>
      <Suspense fallback={<p>Loading…</p>}>
        <View onPick={onPick} onCard={show} />
      </Suspense>
    </section>
  );
}
