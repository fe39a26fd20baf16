import type { InstantAccounts } from './instant-accounts.ts';
import { announceEvm } from './instant-evm.ts';
import { announceNear } from './instant-near.ts';
import { announceSolana } from './instant-solana.ts';
import { openNotes } from './notes.ts';
import { createPermission } from './permission.ts';

/** Written into the script when it is bundled. */
declare const INSTANT_ACCOUNTS: InstantAccounts;

// Pages without an origin, such as the one before any address, get no wallets.
if (location.protocol.startsWith('http')) announceAll(INSTANT_ACCOUNTS);

function announceAll({ evm, solana, near }: InstantAccounts): void {
  const notes = openNotes();
  announceEvm(evm, createPermission('evm', notes));
  announceSolana(solana, createPermission('solana', notes));
  announceNear(near, createPermission('near', notes));
}
