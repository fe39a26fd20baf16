import {
  type Approved,
  codeOf,
  type FamilyId,
  type Handle,
  type Lease,
  LinkspanError,
  toPlainError,
} from '@linkspan/contract';
import { deepFreeze } from '@linkspan/store';
import { orAborted, withDeadline } from '../async.ts';
import type { PageEvent } from '../events.ts';
import { adoptMs, commandMs } from '../limits.ts';
import type { FailureMark } from '../releases/failure-mark.ts';

/** For how long a connector is held, and what guards its calls. */
export interface Hold {
  readonly family: FamilyId;
  /** Aborted when the connector is unmounted. */
  readonly signal: AbortSignal;
  readonly failureMark: FailureMark | undefined;
  unmount(): void;
  /** Hears what has happened, to be told. */
  emit(event: PageEvent): void;
}

/**
 * A connector's handle as the host uses it. Once the connector is unmounted its commands reject with
 * `remote/unmounted`, and what it publishes is refused with `remote/unleased`. Commands in which no person is asked
 * reject with `remote/timeout` past their deadline, and an adoption with `wallet/timeout`.
 */
export function toHeld(handle: Handle, hold: Hold): Handle {
  const { family, signal } = hold;

  function run<Value>(call: () => Promise<Value>): Promise<Value> {
    const gone = () => new LinkspanError('remote/unmounted', { family });
    if (signal.aborted) return Promise.reject(gone());
    // In an `async` function, so that what throws at once rejects too.
    const running = (async () => call())();
    return orAborted(running, signal).catch((error: unknown) => {
      throw signal.aborted ? gone() : toPlainError(error);
    });
  }

  function soon(command: keyof Handle, call: () => Promise<void>): Promise<void> {
    const late = () => new LinkspanError('remote/timeout', { family, command });
    return withDeadline(run(call), commandMs, late);
  }

  async function adopt(approved: Approved, lease: Lease): Promise<void> {
    const late = () => new LinkspanError('wallet/timeout', { wallet: approved.wallet.name });
    const held = toHeldLease(lease, hold);
    await withDeadline(
      run(() => handle.adopt(approved, held)),
      adoptMs,
      late,
    );
    hold.failureMark?.work();
  }

  return {
    adopt,
    disconnect: () => soon('disconnect', () => handle.disconnect()),
    switchAccount: (account) => soon('switchAccount', () => handle.switchAccount(account)),
    switchNetwork: (network) => run(() => handle.switchNetwork(network)),
    signMessage: (intent) => run(() => handle.signMessage(intent)),
    signIn: (intent) => run(() => handle.signIn(intent)),
    send: (intent, options) => run(() => handle.send(intent, options)),
    settle: (send) => run(() => handle.settle(send)),
    refreshBalance: () => run(() => handle.refreshBalance()),
    unmount: hold.unmount,
  };
}

/**
 * A lease that ends with the connector that it was given to, also for the news of what was sent. What is refused is told
 * as a fault: no card need show what is not so.
 */
function toHeldLease(lease: Lease, { family, signal, emit }: Hold): Lease {
  const held =
    <Fact>(publish: (fact: Fact) => void) =>
    (fact: Fact) => {
      try {
        if (signal.aborted) throw new LinkspanError('remote/unleased', { family });
        publish(fact);
      } catch (error) {
        emit({ kind: 'fault', family, code: codeOf(error) ?? 'remote/failed' });
        throw error;
      }
    };
  return deepFreeze({
    publishConnection: held(lease.publishConnection),
    publishBalance: held(lease.publishBalance),
    publishBalanceFailure: held(lease.publishBalanceFailure),
    publishTransfer: held(lease.publishTransfer),
  } satisfies Lease);
}
