import {
  type AccountId,
  accountsOf,
  type FamilyId,
  isRunning,
  LinkspanError,
  type SendIntent,
} from '@linkspan/contract';
import type { Boot } from '../boot/hand-over.ts';
import type { Connectors } from '../loader/connectors.ts';
import type { Commands } from '../shell.ts';
import type { ActivityLog } from './activity.ts';
import type { Requests } from './requests.ts';
import { newNonce, toSignIn } from './sign-in.ts';

/** What the commands need of the page. */
export interface CommandNeeds {
  readonly boot: Boot;
  readonly connectors: Connectors;
  readonly requests: Requests;
  readonly activity: ActivityLog;
  /** The page's authority and origin, as a sign-in names them. */
  readonly page: { readonly host: string; readonly origin: string };
  reload(): void;
  now(): number;
}

/** The commands that views may give: each goes to the family's wallet through its connector. */
export function createCommands(needs: CommandNeeds): Commands {
  const { boot, connectors, requests, activity } = needs;
  const { attempts, store } = boot;
  const viewOf = (family: FamilyId) => store.view.family(family);

  function accountInUse(family: FamilyId): AccountId {
    const [account] = accountsOf(viewOf(family).connection.get());
    if (account === undefined) throw new LinkspanError('wallet/not-connected', {});
    return account;
  }

  return {
    choose: boot.choose,
    reload: needs.reload,
    connect: attempts.start,
    cancel: attempts.cancel,
    dismiss(family) {
      requests.dismiss(family);
      if (!isRunning(viewOf(family).attempt.get())) store.publishAttempt(family, { state: 'none' });
    },
    disconnect: async (family) => (await connectors.mounted(family)).disconnect(),
    switchNetwork: (family, network) =>
      requests.run(family, { state: 'switching', network }, async () =>
        (await connectors.mounted(family)).switchNetwork(network),
      ),
    switchAccount: async (family, account) => (await connectors.mounted(family)).switchAccount(account),
    async signMessage(family, text) {
      if (text === '') throw new LinkspanError('input/empty', {});
      const intent = { kind: 'message', account: accountInUse(family), text } as const;
      const signed = await requests.run(family, { state: 'asking', intent }, async () =>
        (await connectors.mounted(family)).signMessage(intent),
      );
      activity.add(family, { kind: 'signed', intent, signed });
      return signed;
    },
    async signIn(family) {
      const statement = `Sign in to ${boot.config.title}.`;
      const fresh = { now: needs.now(), nonce: newNonce() };
      const intent = toSignIn(accountInUse(family), needs.page, statement, fresh);
      const signed = await requests.run(family, { state: 'asking', intent }, async () =>
        (await connectors.mounted(family)).signIn(intent),
      );
      activity.add(family, { kind: 'signed', intent, signed });
      return signed;
    },
    async send(family, to, amount) {
      const intent: SendIntent = { kind: 'send', account: accountInUse(family), to, amount };
      const sent = await requests.run(family, { state: 'asking', intent }, async () =>
        (await connectors.mounted(family)).send(intent),
      );
      activity.add(family, { kind: 'sent', intent, transaction: sent.transaction });
      return sent;
    },
    async retry(family) {
      const remote = viewOf(family).remote.get();
      if (remote.stage !== 'failed' || remote.mend === 'reload') return;
      if (boot.berths.get(family)?.release === undefined) return boot.retryDocument(family);
      await connectors.mounted(family);
      await boot.comeBack(family);
    },
  };
}
