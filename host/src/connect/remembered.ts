import {
  type Balance,
  type Connection,
  type FamilyId,
  type FamilyView,
  parseBalance,
  parseConnection,
  type ScopedStorage,
} from '@linkspan/contract';

/** What the page knows of a family's wallet after a reload, before any chain code has run. */
export interface Remembered {
  readonly connection: Connection & { status: 'reconnecting' };
  readonly balance?: Balance;
}

/** What was connected when the page was last open; undefined where nothing was, or what is stored cannot be read. */
export function recall(storage: ScopedStorage, family: FamilyId): Remembered | undefined {
  try {
    const stored: unknown = JSON.parse(storage.get(family) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return undefined;
    const { connection, balance } = stored as Record<string, unknown>;
    const known = parseConnection(connection, 'connection');
    if (known.status !== 'reconnecting') return undefined;
    return { connection: known, ...(balance !== undefined && { balance: parseBalance(balance, 'balance') }) };
  } catch {
    return undefined;
  }
}

/**
 * Keeps what is connected for the next load. What the person or the wallet has ended is forgotten; a wallet that
 * only failed to answer is not. Answers what ends the keeping.
 */
export function keepRemembered(storage: ScopedStorage, family: FamilyId, view: FamilyView): () => void {
  const keep = () => {
    const connection = view.connection.get();
    if (connection.status === 'connected') {
      const { wallet, accounts } = connection;
      const balance = view.balance.get();
      storage.set(
        family,
        JSON.stringify({ connection: { status: 'reconnecting', wallet, accounts }, balance }),
      );
    }
    if (connection.status === 'disconnected' && isFinal(connection)) storage.remove(family);
  };
  const ends = [view.connection.listen(keep), view.balance.listen(keep)];
  return () => {
    for (const end of ends) end();
  };
}

function isFinal({ failure }: Connection & { status: 'disconnected' }): boolean {
  return failure === undefined || failure.code === 'wallet/revoked';
}
