import type { Balance, Connection, Lease, Transfer, WalletListing } from '@linkspan/contract';
import { atom } from 'nanostores';
import type { Edition } from './edition.ts';

/** What a fixture page knows of a family, and how it is written. */
export type Family = ReturnType<typeof openFamily>;

/** The facts of a family: those of contract 1.0, and what an edition has beside them. */
export function openFamily(edition: Edition) {
  const wallets = atom<readonly WalletListing[]>([]);
  const connection = atom<Connection>({ status: 'disconnected' });
  const balance = atom<Balance | undefined>(undefined);
  const transfers = atom<readonly Transfer[]>([]);
  const remote = atom<object>({ stage: 'pending' });
  const attempt = atom({ state: 'none' });
  const lease: Lease = {
    publishConnection: (fact) => connection.set(fact),
    publishBalance(fact) {
      edition.admitBalance();
      balance.set(fact);
    },
    publishTransfer: (fact) => transfers.set([fact, ...transfers.get()]),
  };
  return {
    view: { wallets, connection, balance, transfers, remote, attempt, ...edition.view },
    lease,
  };
}
