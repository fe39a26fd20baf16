import type { Shell, ShellRequest, SignInFields } from '@linkspan/app/page';
import {
  type AccountId,
  type FamilyId,
  isRunning,
  LinkspanError,
  type Readable,
  toError,
} from '@linkspan/contract';
import { toReadable } from '@linkspan/store';
import { atom } from 'nanostores';
import { Gate } from '../commands/gate.ts';
import type { AccountsSheet } from '../ui/application-elements.ts';
import type { Host, Page } from './page.ts';

/** The shell for the application: it is there before the host, which loads with the first command. */
export function createShell(page: Page, accounts: () => AccountsSheet): Shell {
  const { store, attempts, dialog } = page;
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

  return Object.freeze<Shell>({
    view: page.paced.view,
    request(family) {
      assertKnown(family);
      return requests.get(family) as Readable<ShellRequest>;
    },
    open(what, family) {
      if (what === 'connect') dialog.open(family);
      else accounts().open();
    },
    close() {
      dialog.element.close();
      accounts().close();
    },
    async connect(family, walletId, signal) {
      const { connection } = view.family(family);
      if (connection.get().status === 'connected' && walletId === undefined) return;
      page.wanted?.resolve();
      if (walletId === undefined) dialog.open(family);
      else attempts.start(family, walletId);
      await untilConnected(page, family, { isChosen: walletId !== undefined, signal });
    },
    disconnect: (family) => gated(family, ({ commands }) => commands.disconnect(family)),
    switchNetwork: (family, network) =>
      inTurn(family, 'switchNetwork', (commands) => commands.switchNetwork(family, network)),
    switchAccount: (family, account) =>
      gated(family, ({ commands }) => commands.switchAccount(family, account as AccountId)),
    signMessage: (family, text) =>
      inTurn(family, 'signMessage', (commands) => commands.signMessage(family, text)),
    signIn: (family, fields: SignInFields) =>
      inTurn(family, 'signIn', (commands) => commands.signIn(family, fields)),
    send: (family, to, amount) => inTurn(family, 'send', (commands) => commands.send(family, to, amount)),
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

/** Settles once a wallet is connected. Rejects as its attempt failed, or with `wallet/closed` if the dialog was closed. */
function untilConnected(
  { store, dialog: { element }, attempts }: Page,
  family: FamilyId,
  { isChosen, signal }: { readonly isChosen: boolean; readonly signal: AbortSignal | undefined },
): Promise<void> {
  const { connection, attempt } = store.view.family(family);
  const ends: (() => void)[] = [];
  const connecting = new Promise<void>((resolve, reject) => {
    const look = () => {
      if (connection.get().status === 'connected') return resolve();
      const now = attempt.get();
      if (now.state === 'failed') return reject(toError(now.failure));
      // A press closes the dialog too, and starts an attempt.
      if (!element.open && now.state === 'none') reject(new LinkspanError('wallet/closed', { wallet: '' }));
    };
    const lookLater = () => setTimeout(look);
    const abort = () => {
      if (isRunning(attempt.get())) attempts.cancel(family);
      element.close();
      reject(signal?.reason);
    };
    ends.push(connection.listen(lookLater), attempt.listen(lookLater));
    element.addEventListener('close', lookLater);
    ends.push(() => element.removeEventListener('close', lookLater));
    signal?.addEventListener('abort', abort, { once: true });
    ends.push(() => signal?.removeEventListener('abort', abort));
    if (isChosen) lookLater();
  });
  return connecting.finally(() => {
    for (const end of ends) end();
  });
}
