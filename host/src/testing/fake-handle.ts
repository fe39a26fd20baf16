import {
  type Approved,
  type Capability,
  capabilities,
  type Handle,
  hasCode,
  type Lease,
  LinkspanError,
  type NetworkId,
  type PageRequest,
  type PersonReading,
  type SendRequest,
  type Sent,
  type Signed,
} from '@linkspan/contract';
import { createDeferred, type Deferred } from '../async.ts';
import { toSending } from './facts.ts';

/** One call of a command that shows a prompt, which the test answers. */
export interface Call<Answer> extends Deferred<Answer> {
  readonly given: PageRequest | NetworkId;
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
    async read(request) {
      if (request.kind === 'call')
        throw new LinkspanError('wallet/unsupported', { wallet: '', method: request.method });
      if (request.kind === 'send') return readSend(request, () => call(handle.transactions, request));
      const { account, kind } = request;
      if (kind === 'message' && request.text === '') throw new LinkspanError('input/empty', {});
      const line = kind === 'message' ? ({ is: 'text', value: request.text } as const) : undefined;
      const lines = [line ?? ({ is: 'site', value: 'localhost' } as const)];
      const intent = { account, method: kind, asksFor: 'signature', lines } as const;
      const answer = async () => ({ signed: await call(handle.signs, request) });
      return { asks: 'person', intent, answer };
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

/** A send as a remote reads it, whose wallet is asked by `ask` once that is noted. */
export function readSend({ account, to, amount }: SendRequest, ask: () => Promise<Sent>): PersonReading {
  return {
    ...{ asks: 'person', intent: toSending(account, to, amount), quote: { fee: '21000' } },
    async answer({ noted }) {
      noted('asked');
      const sent = await ask().catch((error: unknown) => {
        if (hasCode(error, 'wallet/rejected')) noted(undefined);
        throw error;
      });
      return { sent };
    },
  };
}

function call<Answer>(calls: Call<Answer>[], given: PageRequest | NetworkId): Promise<Answer> {
  const made = { ...createDeferred<Answer>(), given };
  calls.push(made);
  return made.promise;
}
