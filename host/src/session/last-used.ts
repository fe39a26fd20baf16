import type { FamilyId, ScopedStorage, View } from '@linkspan/contract';

/** The id of the wallet that each family used last, on an earlier visit; from now on it is kept for the next one. */
export function keepLastUsed(storage: ScopedStorage, view: View): Readonly<Record<FamilyId, string>> {
  const known = view.families.flatMap((family) => {
    view.family(family).connection.listen((connection) => {
      if (connection.status === 'connected') storage.set(family, connection.wallet.id);
    });
    const id = storage.get(family);
    return id === undefined ? [] : [[family, id] as const];
  });
  return Object.fromEntries(known);
}
