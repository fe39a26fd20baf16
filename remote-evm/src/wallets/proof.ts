import type { ScopedStorage } from '@linkspan/contract';
import type { Provider } from '../provider.ts';

/** Which accounts a signature has proved, in a wallet's part of the storage, as `proved`. */
export function createProof(storage: ScopedStorage): NonNullable<Provider['proof']> {
  const read = () => storage.get('proved')?.split(' ') ?? [];
  return {
    has: (account) => read().includes(account),
    add: (account) => storage.set('proved', [...read(), account].join(' ')),
  };
}
