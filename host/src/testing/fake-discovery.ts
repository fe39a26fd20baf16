import type { Accounts, Approved, AttemptOptions, Discovery, RestoreOptions } from '@linkspan/contract';
import { createDeferred, type Deferred } from '../async.ts';

/** One question to a wallet, which the test answers. */
export interface Asked<Options, Answer> extends Deferred<Answer> {
  readonly walletId: string;
  readonly options: Options;
}

/** A discovery whose wallets answer when the test says so, and never by themselves. */
export interface FakeDiscovery extends Discovery {
  readonly attempts: Asked<AttemptOptions, Approved>[];
  readonly restores: Asked<RestoreOptions, Approved | undefined>[];
}

export function createFakeDiscovery(): FakeDiscovery {
  const attempts: FakeDiscovery['attempts'] = [];
  const restores: FakeDiscovery['restores'] = [];
  return {
    attempts,
    restores,
    attempt(walletId, options) {
      const asked = { ...createDeferred<Approved>(), walletId, options };
      attempts.push(asked);
      return asked.promise;
    },
    restore(walletId, options) {
      const asked = { ...createDeferred<Approved | undefined>(), walletId, options };
      restores.push(asked);
      return asked.promise;
    },
  };
}

/** What a wallet of the first family has approved. */
export function approve(walletId: string, ...accounts: Accounts | []): Approved {
  const [first = `eip155:31337:0x${walletId}`, ...others] = accounts;
  return {
    attempt: `attempt of ${walletId}`,
    wallet: { id: walletId, name: `Wallet ${walletId}` },
    accounts: [first, ...others],
    provider: undefined,
  };
}
