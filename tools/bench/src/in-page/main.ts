import { type Notes, type Settings, tellBinding } from './settings.ts';
import { announceWallets } from './wallets.ts';
import { watch } from './watch.ts';

// Run by the browser before the page's own scripts.

const scope = globalThis as typeof globalThis & {
  readonly bench: Settings;
  benchNotes?: Notes;
  readonly [tellBinding]: (told: string) => void;
};

if (location.origin === scope.bench.origin) {
  const notes: Notes = { approved: {}, account: {}, connected: {}, send: {} };
  scope.benchNotes = notes;
  announceWallets(scope.bench, notes);
  watch(scope.bench, notes, (told) => scope[tellBinding](JSON.stringify(told)));
}
