import { type FamilyId, hasCode, isRunning, isWaiting, LinkspanError, type View } from '@linkspan/contract';
import type { Store } from '@linkspan/store';
import { withDeadline } from '../async.ts';
import { disconnectMs } from '../limits.ts';
import type { Connectors } from '../loader/connector.ts';
import { endConnection, type FamilySlot } from '../loader/slot.ts';
import type { Attempts } from '../session/attempts.ts';
import type { SilentReads } from '../session/restore.ts';
import { type Ask, type AskDependencies, walletNameOf } from './ask.ts';
import type { Commands } from './shell.ts';

/** Dependencies of the commands. */
export interface CommandDependencies extends Pick<AskDependencies, 'requests' | 'ledger' | 'untilSeen'> {
  readonly connectors: Connectors;
  readonly sessions: Sessions;
  readonly ask: Ask;
  reload(): void;
  forget(): Promise<void>;
}

/** The commands that views may give: each goes to the family's wallet through its connector. */
export function createCommands(needs: CommandDependencies): Commands {
  const { sessions, connectors, requests, ledger, ask } = needs;
  const { attempts, store } = sessions;
  const viewOf = (family: FamilyId) => store.view.family(family);

  function dismiss(family: FamilyId): void {
    requests.dismiss(family);
    if (!isRunning(viewOf(family).attempt.get())) store.publishAttempt(family, { state: 'none' });
  }

  const retry = createRetry(sessions, connectors);
  return {
    read: ask.readOwn,
    request: ask.request,
    dismiss,
    choose: sessions.choose,
    reload: needs.reload,
    forget: needs.forget,
    async refreshBalance(family) {
      if (viewOf(family).connection.get().status !== 'connected') return;
      await (await connectors.mounted(family)).refreshBalance();
    },
    connect: (family, walletId) => attempts.start(family, walletId),
    chooseAccount: (family) => attempts.chooseAccount(family),
    openWallet: (family) => attempts.press(family),
    cancel(family) {
      if (!requests.cancel(family)) attempts.cancel(family);
    },
    disconnect: (family) =>
      requests.watch(family, async () => {
        const connection = viewOf(family).connection.get();
        if (connection.status === 'connected' || isWaiting(connection))
          return disconnect({ store, connectors }, family);
        attempts.cancel(family);
        sessions.reads.abandon(family);
      }),
    switchNetwork: (family, network) =>
      requests.run(family, { state: 'switching', network }, async (turn) => {
        // It can write a network's addresses into the wallet, to stay.
        ask.check(family);
        await needs.untilSeen?.(family, walletNameOf(store.view, family));
        const handle = await connectors.mounted(family);
        turn.ask();
        return handle.switchNetwork(network);
      }),
    switchAccount: (family, account) =>
      requests.watch(family, async () => (await connectors.mounted(family)).switchAccount(account)),
    dismissSend: (id) => ledger.dismiss(id),
    async restart(family) {
      connectors.unmount(family);
      dismiss(family);
      await sessions.reads.restoreRemembered(family);
    },
    runNewest(family) {
      sessions.slots.get(family)?.failureMark?.forgive();
      needs.reload();
    },
    async retry(family) {
      dismiss(family);
      await retry(family);
    },
  };
}

/**
 * Disconnects a family's wallet. One that hangs on giving its permission back, and a connector that does not end the
 * connection, do not block: the page then ends the connection by itself. Rejects as the connector does, also then.
 */
export async function disconnect(
  { store, connectors }: { readonly store: Store; readonly connectors: Pick<Connectors, 'mounted'> },
  family: FamilyId,
): Promise<void> {
  const { connection } = store.view.family(family);
  const leaving = connection.get();
  const late = new LinkspanError('wallet/timeout', { wallet: '' });
  try {
    const keepPermission = mayShare(store.view, family) && ({ keepPermission: true } as const);
    const parted = connectors.mounted(family).then((handle) => handle.disconnect({ ...keepPermission }));
    await withDeadline(parted, disconnectMs, () => late);
  } catch (error) {
    if (error !== late && !hasCode(error, 'wallet/not-connected')) throw error;
  } finally {
    if (connection.get() === leaving) endConnection(store, family);
  }
}

/**
 * Whether a family's wallet may have one permission for another family that is connected too. Some wallets, such as
 * MetaMask, declare no identity in one of them: the same name is no proof of the same wallet, and enough to be careful.
 */
function mayShare(view: View, family: FamilyId): boolean {
  const walletOn = (id: FamilyId) => {
    const { connection, wallets } = view.family(id);
    const now = connection.get();
    if (!('wallet' in now)) return undefined;
    const identity = wallets.get().find((one) => one.id === now.wallet.id)?.identity;
    return { identity, name: now.wallet.name.toLowerCase() };
  };
  const own = walletOn(family);
  const isSame = (other = own) =>
    other !== own &&
    (other?.name === own?.name || (own?.identity !== undefined && other?.identity === own.identity));
  return own !== undefined && view.families.some((id) => id !== family && isSame(walletOn(id)));
}

/**
 * Tries a failed remote again, once at a time per family, and restores what was connected. If only a fresh page can
 * help, nothing is tried. Rejects as the connector does.
 */
function createRetry(sessions: Sessions, connectors: Connectors): (family: FamilyId) => Promise<void> {
  const underWay = new Map<FamilyId, Promise<void>>();

  async function retry(family: FamilyId): Promise<void> {
    const { remote } = sessions.store.view.family(family);
    const failed = remote.get();
    if (failed.stage !== 'failed' || failed.step === 'reload') return;
    const hasRelease = () => sessions.slots.get(family)?.release !== undefined;
    if (!hasRelease()) await sessions.retryDocument(family);
    if (!hasRelease()) return;
    if (!(await sessions.retryDiscovery(family))) return;
    if (remote.get().stage === 'failed') await connectors.mounted(family);
    await sessions.reads.restoreRemembered(family);
  }

  return (family) => {
    const retried = underWay.get(family) ?? retry(family).finally(() => underWay.delete(family));
    underWay.set(family, retried);
    return retried;
  };
}

/** The wallet sessions of the page: its state, and how a connection starts, is restored and is remembered. */
export interface Sessions {
  readonly store: Store;
  readonly slots: ReadonlyMap<FamilyId, FamilySlot>;
  readonly attempts: Attempts;
  readonly reads: Pick<SilentReads, 'abandon' | 'restoreRemembered'>;
  /** Opens the wallet dialog at a family's group. */
  choose(family: FamilyId): void;
  /** Fetches once more a live document that could not be fetched; the remote's state in the store says how it ended. */
  retryDocument(family: FamilyId): Promise<void>;
  /**
   * Starts a discovery once more that could not be fetched. Returns whether it lists wallets; the store says why not.
   */
  retryDiscovery(family: FamilyId): Promise<boolean>;
}
