import {
  type Answer,
  type Approved,
  type FamilyId,
  type Handle,
  type Lease,
  LinkspanError,
  parseAnswer,
  parseReading,
  type Reading,
  type SendOptions,
  toPlainError,
  type WalletRequest,
} from '@linkspan/contract';
import { deepFreeze, readFact } from '@linkspan/store';
import { orAborted, withDeadline } from '../async.ts';
import type { PageEvent } from '../events.ts';
import { adoptMs, commandMs } from '../limits.ts';
import type { FailureMark } from '../releases/failure-mark.ts';
import { emitRefusals } from './slot.ts';

/** Dependencies of a guarded handle. */
export interface HandleGuard {
  readonly family: FamilyId;
  /** Aborted when the connector is unmounted. */
  readonly signal: AbortSignal;
  readonly failureMark: FailureMark | undefined;
  unmount(): void;
  emit(event: PageEvent): void;
}

/**
 * A connector's handle as the host uses it. Once the connector is unmounted its commands reject with
 * `remote/unmounted`, and its publications are refused with `remote/unleased`. Commands in which no person is asked
 * reject with `remote/timeout` past their deadline, and an adoption with `wallet/timeout`.
 */
export function toGuarded(handle: Handle, guard: HandleGuard): Handle {
  const { family, signal } = guard;

  function run<Value>(call: () => Promise<Value>): Promise<Value> {
    const gone = () => new LinkspanError('remote/unmounted', { family });
    if (signal.aborted) return Promise.reject(gone());
    // In an `async` function, so that a synchronous error rejects too.
    const running = (async () => call())();
    return orAborted(running, signal).catch((error: unknown) => {
      throw signal.aborted ? gone() : toPlainError(error);
    });
  }

  function runInTime<Value>(command: keyof Handle, call: () => Promise<Value>): Promise<Value> {
    const late = () => new LinkspanError('remote/timeout', { family, command });
    return withDeadline(run(call), commandMs, late);
  }

  async function adopt(approved: Approved, lease: Lease): Promise<void> {
    const late = () => new LinkspanError('wallet/timeout', { wallet: approved.wallet.name });
    const guarded = toGuardedLease(lease, guard);
    await withDeadline(
      run(() => handle.adopt(approved, guarded)),
      adoptMs,
      late,
    );
    guard.failureMark?.work();
  }

  return {
    adopt,
    disconnect: (options) => runInTime('disconnect', () => handle.disconnect(options)),
    switchAccount: (account) => runInTime('switchAccount', () => handle.switchAccount(account)),
    switchNetwork: (network) => run(() => handle.switchNetwork(network)),
    read: (request) => runInTime('read', () => read(handle, request, family, run)),
    settle: (send) => run(() => handle.settle(send)),
    refreshBalance: () => run(() => handle.refreshBalance()),
    unmount: guard.unmount,
  };
}

/** What a remote reads and answers is parsed, copied and frozen; its functions are guarded too. */
async function read(
  handle: Handle,
  request: WalletRequest,
  family: FamilyId,
  run: <Value>(call: () => Promise<Value>) => Promise<Value>,
): Promise<Reading> {
  const reading = readFact(family, parseReading, await handle.read(request));
  const answer = reading.answer as (options?: SendOptions) => Promise<Answer>;
  const guarded = (options?: SendOptions) =>
    run(async () => {
      const { look, ...answered } = readFact(family, parseAnswer, await answer(options));
      return { ...answered, ...(look && { look: () => run(look) }) };
    });
  return { ...reading, answer: guarded };
}

/**
 * A lease that ends with its connector, also for the outcome of sends. A refused publication is emitted as a fault: no
 * card has to show it.
 */
function toGuardedLease(lease: Lease, { family, signal, emit }: HandleGuard): Lease {
  const guarded = <Fact>(publish: (fact: Fact) => void) =>
    emitRefusals<Fact>(family, emit, (fact) => {
      if (signal.aborted) throw new LinkspanError('remote/unleased', { family });
      publish(fact);
    });
  return deepFreeze({
    publishConnection: guarded(lease.publishConnection),
    publishBalance: guarded(lease.publishBalance),
    publishBalanceFailure: guarded(lease.publishBalanceFailure),
  } satisfies Lease);
}
