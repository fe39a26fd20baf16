import {
  type Approved,
  type Capability,
  capabilities,
  type Handle,
  hasCode,
  type Intent,
  type Lease,
  LinkspanError,
  type NetworkId,
  type Sent,
  type Signed,
} from '@linkspan/contract';
import { createDeferred, type Deferred } from '../async.ts';

/** One call of a command that shows a prompt, which the test answers. */
export interface Call<Answer> extends Deferred<Answer> {
  readonly given: Intent | NetworkId;
}

/** A mounted connector that adopts at once, unless a switch says otherwise, and whose prompts the test answers. */
export interface FakeHandle extends Handle {
  readonly signs: Call<Signed>[];
  readonly transactions: Call<Sent>[];
  readonly switches: Call<void>[];
  /** The wallets that were adopted, in order. */
  readonly adopted: string[];
  /** Switches for failure. */
  readonly faults: {
    /** Every adoption waits for it before it publishes. */
    adoptAfter?: Promise<unknown>;
    adopt?: LinkspanError;
    /** Adopts without publishing anything. */
    adoptSilently?: true;
    revoke?: LinkspanError;
    switchAccount?: LinkspanError;
  };
}

export function createFakeHandle(can: readonly Capability[] = capabilities): FakeHandle {
  const handle: FakeHandle = {
    signs: [],
    transactions: [],
    switches: [],
    adopted: [],
    faults: {},
    async adopt(approved, lease) {
      const { adopt, adoptAfter, adoptSilently } = handle.faults;
      await adoptAfter;
      if (adopt !== undefined) throw adopt;
      if (!adoptSilently) publish(approved, lease);
      handle.adopted.push(approved.wallet.id);
    },
    async disconnect() {
      if (held === undefined) throw new LinkspanError('wallet/not-connected', {});
      held.publishConnection({ status: 'disconnected' });
      held = undefined;
      if (handle.faults.revoke) throw handle.faults.revoke;
    },
    async switchAccount() {
      if (handle.faults.switchAccount) throw handle.faults.switchAccount;
    },
    switchNetwork: (network) => call(handle.switches, network),
    signMessage: (intent) => call(handle.signs, intent),
    signIn: (intent) => call(handle.signs, intent),
    quote: async () => ({ fee: '21000' }),
    send(intent, options) {
      options?.noted('asked');
      return call(handle.transactions, intent).catch((error: unknown) => {
        if (hasCode(error, 'wallet/rejected')) options?.noted(undefined);
        throw error;
      });
    },
    settle: async () => ({ state: 'unknown' }),
    refreshBalance: async () => undefined,
    unmount: () => undefined,
  };
  let held: Lease | undefined;

  function publish({ wallet, accounts }: Approved, lease: Lease): void {
    lease.publishConnection({ status: 'connected', wallet, accounts, capabilities: can });
    held = lease;
  }
  return handle;
}

function call<Answer>(calls: Call<Answer>[], given: Intent | NetworkId): Promise<Answer> {
  const made = { ...createDeferred<Answer>(), given };
  calls.push(made);
  return made.promise;
}
