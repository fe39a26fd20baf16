import type { ApplicationShell, ShellRequest } from '@linkspan/app/page';
import {
  type AccountId,
  type Connection,
  type FamilyId,
  isConnectedTo,
  isRunning,
  isWaiting,
  LinkspanError,
  type Readable,
  toError,
} from '@linkspan/contract';
import { toReadable } from '@linkspan/store';
import { atom } from 'nanostores';
import { createDeferred } from '../async.ts';
import { Gate } from '../commands/gate.ts';
import type { AccountsSheet } from '../ui/application-elements.ts';
import type { Host, Page } from './page.ts';

type ShellParts = Pick<Page, 'attempts' | 'dialog' | 'host' | 'paced' | 'store' | 'wanted'>;

/** The shell for the application: it is there before the host, which loads with the first command. */
export function createShell(page: ShellParts, accounts: () => AccountsSheet): ApplicationShell {
  const { store, dialog } = page;
  const { view } = store;
  const opening = page.host.promise.then((host) => ({ ...host, gate: new Gate(host.gated) }));
  opening.catch(() => undefined);
  const requests = new Map(view.families.map((family) => [family, followRequest(family, opening)]));
  const assertKnown = (family: FamilyId) => void view.family(family);
  const gated = async <Value>(
    family: FamilyId,
    run: (host: Awaited<typeof opening>) => Promise<Value>,
  ): Promise<Value> => {
    assertKnown(family);
    page.wanted?.resolve();
    return run(await opening);
  };
  const inTurn = <Value>(
    family: FamilyId,
    method: string,
    run: (commands: Host['commands']) => Promise<Value>,
  ) => gated(family, ({ gate, commands }) => gate.inTurn(family, method, () => run(commands)));

  return Object.freeze<ApplicationShell>({
    view: page.paced.view,
    request(family) {
      assertKnown(family);
      return requests.get(family) as Readable<ShellRequest>;
    },
    open(what, family) {
      if (family !== undefined) assertKnown(family);
      if (what === 'connect') dialog.open(family);
      else accounts().open(what === 'activity' ? 'page' : 'panel');
    },
    close() {
      dialog.element.close();
      accounts().close();
    },
    async connect(family, walletId, signal) {
      if (signal?.aborted)
        throw new LinkspanError('wallet/cancelled', { wallet: '' }, { cause: signal.reason });
      const { connection } = view.family(family);
      if (isConnected(connection.get(), walletId)) return;
      page.wanted?.resolve();
      await untilConnected(page, family, walletId, signal);
    },
    disconnect: (family) => gated(family, ({ commands }) => commands.disconnect(family)),
    switchNetwork: (family, network) =>
      inTurn(family, 'switchNetwork', (commands) => commands.switchNetwork(family, network)),
    switchAccount: (family, account) =>
      gated(family, ({ commands }) => commands.switchAccount(family, account as AccountId)),
    ask: (family, input) => inTurn(family, input.kind, (commands) => commands.request(family, input)),
    call: (family, call) => gated(family, ({ gate }) => gate.call(family, call)),
  });
}

/** What a family's wallet is being asked, once the host is there. */
function followRequest(family: FamilyId, opening: Promise<{ readonly gate: Gate }>): Readable<ShellRequest> {
  const $request = atom<ShellRequest>({ state: 'none' });
  opening
    .then(({ gate }) => gate.request(family).subscribe((request) => $request.set(request)))
    .catch(() => undefined);
  return toReadable($request);
}

/**
 * Asks a wallet, or has the person choose one, and settles once it is connected. Rejects as its attempt failed, with
 * `wallet/closed` if the dialog was closed or the attempt was cancelled, with `wallet/cancelled` if the signal is aborted.
 */
async function untilConnected(
  { store, dialog, attempts }: ShellParts,
  family: FamilyId,
  walletId: string | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { element } = dialog;
  const { connection, attempt } = store.view.family(family);
  // A failure of an earlier attempt stays until somebody dismisses it.
  const earlier = attempt.get();
  const ended = createDeferred<void>();
  let isAsked = false;
  const ask = () => {
    isAsked = true;
    if (walletId === undefined) dialog.open(family);
    else attempts.start(family, walletId);
    lookLater();
  };
  const look = () => {
    const connected = connection.get();
    if (isConnected(connected, walletId)) return ended.resolve();
    // A remembered wallet may be back in a moment.
    if (!isAsked) return connected.status === 'reconnecting' && !isWaiting(connected) ? undefined : ask();
    const now = attempt.get();
    if (now.state === 'failed' && now !== earlier) return ended.reject(toError(now.failure));
    // A press closes the dialog too, and starts an attempt.
    const isChoosing = walletId === undefined && element.open;
    if (!isChoosing && !isRunning(now)) ended.reject(new LinkspanError('wallet/closed', { wallet: '' }));
  };
  const lookLater = () => void setTimeout(look);
  const abort = () => {
    const now = attempt.get();
    if (isRunning(now) && (walletId ?? now.wallet.id) === now.wallet.id) attempts.cancel(family);
    if (walletId === undefined) element.close();
    ended.reject(new LinkspanError('wallet/cancelled', { wallet: '' }, { cause: signal?.reason }));
  };
  const ends = [connection.listen(lookLater), attempt.listen(lookLater)];
  element.addEventListener('close', lookLater);
  signal?.addEventListener('abort', abort);
  try {
    look();
    await ended.promise;
  } finally {
    for (const end of ends) end();
    element.removeEventListener('close', lookLater);
    signal?.removeEventListener('abort', abort);
  }
}

/** Whether a wallet is connected; with an id, this one. */
function isConnected(connection: Connection, walletId: string | undefined): boolean {
  return walletId === undefined ? connection.status === 'connected' : isConnectedTo(connection, walletId);
}
