import { useEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { loadParts, OnDemand } from '../on-demand.tsx';
import { Boundary } from '../parts/boundary.tsx';
import { useShell } from '../shell-context.ts';
import { toConnected } from '../to-connected.ts';
import { useAll } from '../use-readable.ts';

/** Keeps the page's bar, which is prerendered outside of the views, at what is connected. */
export function BarAccounts() {
  const { view } = useShell();
  const facts = view.families.flatMap((id) => [view.family(id).connection, view.family(id).remote]);
  const connected = useAll(facts, () => toConnected(view));
  const slot = useSyncExternalStore(ignore, findSlot, () => null);
  useEffect(() => {
    const bar = document.querySelector<HTMLElement>('.bar');
    if (bar) bar.dataset.connected = connected;
  }, [connected]);
  if (slot === null || connected === 'none') return null;
  const draw = () => <OnDemand load={loadParts} draw={({ Accounts }) => <Accounts />} />;
  return createPortal(<Boundary draw={draw} instead={() => null} />, slot);
}

const ignore = () => () => undefined;
const findSlot = () => document.getElementById('accounts');
