import type { SignInFields } from '@linkspan/app/page';
import {
  type AccountId,
  accountsOf,
  type FamilyId,
  type Handle,
  hasCode,
  type Intent,
  isA,
  isRunning,
  isSending,
  isWaiting,
  LinkspanError,
  list,
  Malformed,
  parseQuote,
  parseSigned,
  record,
  type Shape,
  type SignInRequest,
  text,
  type View,
} from '@linkspan/contract';
import { deepFreeze, readFact, type Store } from '@linkspan/store';
import { withDeadline } from '../async.ts';
import { disconnectMs, signInValidMs, wrongSignInClockMs } from '../limits.ts';
import type { Connectors } from '../loader/connector.ts';
import { endConnection, type FamilySlot } from '../loader/slot.ts';
import type { Revalidation } from '../releases/revalidate.ts';
import type { Attempts } from '../session/attempts.ts';
import type { SilentReads } from '../session/restore.ts';
import type { ActivityLog } from './activity.ts';
import type { Requests } from './requests.ts';
import type { Commands } from './shell.ts';
import type { Transactions } from './transactions.ts';

/** Dependencies of the commands. */
export interface CommandDependencies {
  readonly sessions: Sessions;
  /** The page's title. */
  readonly title: string;
  readonly connectors: Connectors;
  readonly requests: Requests;
  readonly activity: ActivityLog;
  readonly transactions: Transactions;
  readonly revalidation: Pick<Revalidation, 'isDue' | 'confirm' | 'assertMayRun'>;
  /** The page's authority and origin, as a sign-in names them. */
  readonly page: { readonly host: string; readonly origin: string };
  /** On an application's page: settles once a person sees what the wallet will be asked. Rejects with `wallet/unseen`. */
  readonly untilSeen?: ((family: FamilyId, wallet: string) => Promise<void>) | undefined;
  reload(): void;
  forget(): Promise<void>;
  now(): number;
  /** See `measureClock`. */
  measureClock(): Promise<number | undefined>;
}

/** The commands that views may give: each goes to the family's wallet through its connector. */
export function createCommands(needs: CommandDependencies): Commands {
  const { sessions, connectors, requests, transactions, revalidation } = needs;
  const { attempts, store } = sessions;
  const viewOf = (family: FamilyId) => store.view.family(family);

  function dismiss(family: FamilyId): void {
    requests.dismiss(family);
    if (!isRunning(viewOf(family).attempt.get())) store.publishAttempt(family, { state: 'none' });
  }

  const retry = createRetry(sessions, connectors);
  return {
    ...createSigning(needs),
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
      requests.run(family, { state: 'switching', network }, async (ask) => {
        // It can write a network's addresses into the wallet, to stay.
        revalidation.assertMayRun(family);
        await needs.untilSeen?.(family, walletOf(store.view, family));
        const handle = await connectors.mounted(family);
        ask();
        return handle.switchNetwork(network);
      }),
    switchAccount: (family, account) =>
      requests.watch(family, async () => (await connectors.mounted(family)).switchAccount(account)),
    async quote(family, to, amount, from) {
      const intent = deepFreeze({ kind: 'send', account: from, to, amount } as const);
      return readFact(family, parseQuote, await (await connectors.mounted(family)).quote(intent));
    },
    dismissSend: (id) => transactions.dismiss(id),
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

/** The commands that a wallet signs for. */
function createSigning(needs: CommandDependencies): Pick<Commands, 'signMessage' | 'signIn' | 'send'> {
  const { activity, transactions } = needs;
  const ask = createAsk(needs);
  return {
    async signMessage(family, text) {
      const toIntent = (account: AccountId) => {
        if (text === '') throw new LinkspanError('input/empty', {});
        return { kind: 'message', account, text } as const;
      };
      const { intent, value } = await ask(family, toIntent, async (handle, wanted) =>
        readFact(family, parseSigned, await handle.signMessage(wanted)),
      );
      activity.add(family, { kind: 'signed', intent, signed: value });
      return value;
    },
    async signIn(family, fields) {
      const own = { nonce: newNonce(), statement: toStatement(needs.title) };
      const toIntent = (account: AccountId) => toSignIn(account, needs.page, fields ?? own, needs.now());
      const { intent, value } = await ask(family, toIntent, async (handle, wanted) =>
        readFact(family, parseSigned, await handle.signIn(wanted)),
      );
      activity.add(family, { kind: 'signed', intent, signed: value });
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
  };
}

/** How a wallet is asked for something that a person approves. */
export type Ask = ReturnType<typeof createAsk>;

export function createAsk(needs: CommandDependencies) {
  const { sessions, connectors, requests, revalidation } = needs;

  function accountInUse(family: FamilyId): AccountId {
    const [account] = accountsOf(sessions.store.view.family(family).connection.get());
    if (account === undefined) throw new LinkspanError('wallet/not-connected', {});
    return account;
  }

  /** While a form is open or a connector is loaded, another wallet may be adopted. Throws `wallet/account-changed`. */
  function assertInUse(family: FamilyId, { account }: Intent): void {
    if (accountInUse(family) !== account) throw new LinkspanError('wallet/account-changed', { account });
  }

  /**
   * Asks the wallet to carry out an intent, if the release may still ask. An intent that cannot be made fails as a
   * request does. The remote gets the very one that the page shows, which nobody can change.
   */
  return async function ask<Wanted extends Intent, Value>(
    family: FamilyId,
    toIntent: (account: AccountId) => Wanted,
    command: (handle: Handle, intent: Wanted, assertWanted: () => void) => Promise<Value>,
  ): Promise<{ readonly intent: Wanted; readonly value: Value }> {
    const intent = await requests.watch(family, async () => deepFreeze(toIntent(accountInUse(family))));
    const isSend = isSending(intent);
    const isSignIn = intent.kind === 'sign-in';
    const state = isSend || isSignIn || revalidation.isDue(family) ? 'checking' : 'asking';
    const value = await requests.run(family, { state, intent }, async (ask) => {
      assertInUse(family, intent);
      await Promise.all([
        revalidation.confirm(family),
        isSignIn && assertClock(needs),
        needs.untilSeen?.(family, walletOf(sessions.store.view, family)),
      ]);
      const handle = await connectors.mounted(family);
      // Mounting may have taken half a minute, in which the release was stopped or the wallet has gone.
      revalidation.assertMayRun(family);
      assertInUse(family, intent);
      // A send's connector says itself when it is ready to ask.
      if (!isSend) ask();
      return command(handle, intent, ask);
    });
    return { intent, value };
  };
}

/** The name of a family's wallet, for the texts. */
function walletOf(view: View, family: FamilyId): string {
  const connection = view.family(family).connection.get();
  return 'wallet' in connection ? connection.wallet.name : '';
}

/**
 * A wallet or a server refuses a sign-in that is out of its time by its own clock. Throws `input/clock` if the page's own
 * server says another time than this device.
 */
async function assertClock({
  measureClock,
  now,
}: Pick<CommandDependencies, 'measureClock' | 'now'>): Promise<void> {
  const ahead = (await measureClock()) ?? 0;
  if (Math.abs(ahead) <= wrongSignInClockMs) return;
  const [device, served] = [now(), now() - ahead].map((at) => new Date(at).toISOString());
  throw new LinkspanError('input/clock', { now: device ?? '', served: served ?? '' });
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

/** EIP-4361, "ABNF Message Format": the characters of a statement. */
const statementForm = /^[\w .~:/?#[\]@!$&'()*+,;=-]+$/;

/** The statement of a sign-in. A title that EIP-4361 cannot write is left out. */
export function toStatement(title: string): string {
  return statementForm.test(title) ? `Sign in to ${title}.` : 'Sign in to this page.';
}

/** A sign-in to this page: CAIP-122, "Data Model". Throws `input/call` for malformed fields of an application. */
function toSignIn(
  account: AccountId,
  page: { readonly host: string; readonly origin: string },
  fields: SignInFields,
  now: number,
): SignInRequest {
  const {
    nonce,
    statement,
    resources,
    expiresAt = new Date(now + signInValidMs).toISOString(),
  } = readFields(fields);
  return {
    kind: 'sign-in',
    account,
    domain: page.host,
    uri: page.origin,
    ...(statement !== undefined && { statement }),
    nonce,
    issuedAt: new Date(now).toISOString(),
    expiresAt,
    ...(resources && { resources }),
  };
}

const signInFields: Shape<SignInFields> = record(
  { nonce: text('8 to 100 letters and digits', (value) => /^[A-Za-z\d]{8,100}$/.test(value)) },
  {
    statement: text('a line that EIP-4361 can write', (value) => statementForm.test(value), 1_000),
    resources: list(
      // The parser takes line breaks out, and the message has one resource a line.
      text('an address', (value) => /^\S+$/.test(value) && URL.canParse(value), 2_000),
      20,
    ),
    expiresAt: text(
      'a time as RFC 3339',
      (value) => /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value)),
    ),
  },
);

function readFields(fields: SignInFields): SignInFields {
  try {
    return signInFields(fields, '');
  } catch (cause) {
    const place = isA(cause, Malformed) ? cause.place : 'fields';
    throw new LinkspanError('input/call', { method: 'signIn', place }, { cause });
  }
}

/** 32 hexadecimal digits that nobody can guess. */
export function newNonce(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
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
