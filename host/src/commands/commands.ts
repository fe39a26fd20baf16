import {
  type AccountId,
  accountsOf,
  type FamilyId,
  type Handle,
  type Intent,
  isRunning,
  isWaiting,
  LinkspanError,
  parseSigned,
} from '@linkspan/contract';
import { deepFreeze, readFact } from '@linkspan/store';
import type { Connectors } from '../loader/connectors.ts';
import type { Revalidation } from '../releases/revalidate.ts';
import type { Sessions } from '../session/sessions.ts';
import type { ActivityLog } from './activity.ts';
import { part } from './disconnect.ts';
import type { Requests } from './requests.ts';
import { createRetry } from './retry.ts';
import type { Commands } from './shell.ts';
import { newNonce, toSignIn, toStatement } from './sign-in.ts';
import type { Transactions } from './transactions/transactions.ts';

/** What the commands need of the page. */
export interface CommandNeeds {
  readonly sessions: Sessions;
  /** What the page calls itself. */
  readonly title: string;
  readonly connectors: Connectors;
  readonly requests: Requests;
  readonly activity: ActivityLog;
  readonly transactions: Transactions;
  readonly revalidation: Pick<Revalidation, 'isDue' | 'confirm' | 'assertMayRun'>;
  /** The page's authority and origin, as a sign-in names them. */
  readonly page: { readonly host: string; readonly origin: string };
  reload(): void;
  forget(): Promise<void>;
  now(): number;
}

/** The commands that views may give: each goes to the family's wallet through its connector. */
export function createCommands(needs: CommandNeeds): Commands {
  const { sessions, connectors, requests, activity, transactions, revalidation } = needs;
  const { attempts, store } = sessions;
  const viewOf = (family: FamilyId) => store.view.family(family);

  function accountInUse(family: FamilyId): AccountId {
    const [account] = accountsOf(viewOf(family).connection.get());
    if (account === undefined) throw new LinkspanError('wallet/not-connected', {});
    return account;
  }

  /** While a form is open or a connector is loaded, another wallet may be taken over. Throws `wallet/account-changed`. */
  function assertInUse(family: FamilyId, { account }: Intent): void {
    if (accountInUse(family) !== account) throw new LinkspanError('wallet/account-changed', { account });
  }

  /**
   * Asks the wallet for what an intent says, if the release that would ask may still do so. An intent that cannot be
   * made fails as a request does. The remote gets the very one that the page shows, which nobody can change.
   */
  async function ask<Wanted extends Intent, Value>(
    family: FamilyId,
    toIntent: (account: AccountId) => Wanted,
    command: (handle: Handle, intent: Wanted, assertWanted: () => void) => Promise<Value>,
  ): Promise<{ readonly intent: Wanted; readonly value: Value }> {
    const intent = await requests.watch(family, async () => deepFreeze(toIntent(accountInUse(family))));
    const isSend = intent.kind === 'send';
    const state = isSend || revalidation.isDue(family) ? 'checking' : 'asking';
    const value = await requests.run(family, { state, intent }, async (ask) => {
      assertInUse(family, intent);
      await revalidation.confirm(family);
      const handle = await connectors.mounted(family);
      // Mounting may have taken half a minute, in which the release was stopped or the wallet has gone.
      revalidation.assertMayRun(family);
      assertInUse(family, intent);
      // A connector that notes its sends says itself when it is ready to ask.
      if (!isSend || handle.settle === undefined) ask();
      return command(handle, intent, ask);
    });
    return { intent, value };
  }

  function dismiss(family: FamilyId): void {
    requests.dismiss(family);
    if (!isRunning(viewOf(family).attempt.get())) store.publishAttempt(family, { state: 'none' });
  }

  const retry = createRetry(sessions, connectors);
  return {
    dismiss,
    choose: sessions.choose,
    reload: needs.reload,
    forget: needs.forget,
    async refreshBalance(family) {
      if (viewOf(family).connection.get().status !== 'connected') return;
      await (await connectors.mounted(family)).refreshBalance?.();
    },
    connect: attempts.start,
    cancel(family) {
      if (requests.cancel(family)) transactions.giveUp(family);
      else attempts.cancel(family);
    },
    disconnect: (family) =>
      requests.watch(family, async () => {
        const connection = viewOf(family).connection.get();
        if (connection.status === 'connected' || isWaiting(connection))
          return part({ store, connectors }, family);
        attempts.cancel(family);
        attempts.giveUp(family);
      }),
    switchNetwork: (family, network) =>
      requests.run(family, { state: 'switching', network }, async () => {
        // It can write a network's addresses into the wallet, to stay.
        revalidation.assertMayRun(family);
        return (await connectors.mounted(family)).switchNetwork(network);
      }),
    switchAccount: (family, account) =>
      requests.watch(family, async () => (await connectors.mounted(family)).switchAccount(account)),
    async signMessage(family, text) {
      const toIntent = (account: AccountId) => {
        if (text === '') throw new LinkspanError('input/empty', {});
        return { kind: 'message', account, text } as const;
      };
      const { intent, value } = await ask(family, toIntent, async (handle, wanted) =>
        readFact(family, parseSigned, await handle.signMessage(wanted)),
      );
      activity.add(family, { intent, signed: value });
      return value;
    },
    async signIn(family) {
      const statement = toStatement(needs.title);
      const toIntent = (account: AccountId) =>
        toSignIn(account, needs.page, statement, { now: needs.now(), nonce: newNonce() });
      const { intent, value } = await ask(family, toIntent, async (handle, wanted) =>
        readFact(family, parseSigned, await handle.signIn(wanted)),
      );
      activity.add(family, { intent, signed: value });
      return value;
    },
    async send(family, to, amount, from) {
      const toIntent = (inUse: AccountId) => ({ kind: 'send', account: from ?? inUse, to, amount }) as const;
      const { value } = await ask(family, toIntent, (handle, intent, assertWanted) =>
        // Preparing it may have taken a while, in which it was cancelled.
        transactions.run(family, handle, intent, assertWanted),
      );
      return value;
    },
    dismissSend: transactions.dismiss,
    async restart(family) {
      connectors.unmount(family);
      dismiss(family);
      await sessions.restoreRemembered(family);
    },
    runNewest(family) {
      sessions.slots.get(family)?.probation?.forgive();
      needs.reload();
    },
    async retry(family) {
      dismiss(family);
      await retry(family);
    },
  };
}
