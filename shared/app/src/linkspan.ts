import {
  type Failure,
  type FamilyId,
  failure,
  field,
  isAccountId,
  isNetworkId,
  LinkspanError,
  type NetworkId,
  type Sent,
  type Signed,
  toFailure,
} from '@linkspan/contract';
import { toLinkspanError } from './error.ts';
import type { ApplicationShell, ShellPage } from './page.ts';
import { type Linkspan, type LinkspanFamily, type OpenedFamily, openFamily } from './views.ts';

const version = '0.1.0';

/** A page's wallets, and the shell behind them, for the entries of single chains. */
export interface Opened {
  readonly linkspan: Linkspan;
  readonly shell: Promise<ApplicationShell>;
  /** Makes the connections current after a command. */
  refresh(): void;
}

const opened = new WeakMap<ShellPage, Opened>();
let without: Opened | undefined;

/**
 * The wallets of the page, at once: the stores follow the shell once it has started. If the shell did not start, every family
 * is failed with `loader/host`. Outside of a page, such as in Node, `families` is empty, `family(id)` is failed with
 * `loader/no-window` for any id, and each command rejects with that code.
 */
export function getLinkspan(): Linkspan {
  return getOpened().linkspan;
}

export function getOpened(page: ShellPage | undefined = globalThis.linkspanPage): Opened {
  if (page?.version !== 1) {
    without ??= openPage(undefined, Promise.reject(toMissing()));
    return without;
  }
  const known = opened.get(page) ?? openPage(page.families, page.shell);
  opened.set(page, known);
  return known;
}

/** The page's family of a CAIP-2 namespace. */
export function findFamily(namespace: string): LinkspanFamily | undefined {
  return getOpened().linkspan.families.find((family) => family.namespace === namespace);
}

/** The network of a family's wallet, else the page's first. Throws `loader/no-window` without a page. */
export function networkInUse({ $connection, networks: [first] }: LinkspanFamily): NetworkId {
  const connection = $connection.get();
  if ('network' in connection) return connection.network;
  if (first === undefined) throw new LinkspanError('loader/no-window', {});
  return first.id;
}

/** Settles once the shell knows whether a remembered wallet is connected again. */
export async function untilRestored(namespace: string): Promise<void> {
  await getOpened().shell.catch(() => undefined);
  const family = findFamily(namespace);
  if (family === undefined) return;
  await new Promise<void>((resolve) => {
    const end = family.$connection.subscribe((connection) => {
      // One that waits for the person, as a locked wallet does, may stay away: its `connect` event tells.
      if (connection.status === 'reconnecting' && connection.failure === undefined) return;
      resolve();
      // `subscribe` calls before it returns.
      queueMicrotask(() => end());
    });
  });
}

function toMissing(): LinkspanError {
  return new LinkspanError(typeof document === 'undefined' ? 'loader/no-window' : 'loader/host', {});
}

/** Without a page nobody knows its families: each is made, and failed, when it is asked for. */
function openPage(pageFamilies: ShellPage['families'] | undefined, shell: Promise<ApplicationShell>): Opened {
  const families = (pageFamilies ?? []).map(openFamily);
  shell.then(
    (started) => {
      for (const family of families) family.follow(started);
    },
    (error: unknown) => failAll(families, toFailure(error, failure('loader/host', {}))),
  );
  const refresh = () => {
    for (const family of families) family.refresh();
  };
  const views = families.map(({ view }) => view);
  const opened = { shell, refresh };
  return { ...opened, linkspan: createLinkspan(views, opened, pageFamilies ? undefined : createMissing()) };
}

/** Makes the families of a page that is not there. */
function createMissing(): (id: FamilyId) => LinkspanFamily {
  const made = new Map<FamilyId, LinkspanFamily>();
  const { code, context } = toMissing();
  return (id) => {
    const known = made.get(id);
    if (known) return known;
    const { view, fail } = openFamily({ id, title: id, namespace: '', networks: [] });
    fail({ code, context });
    made.set(id, view);
    return view;
  };
}

function failAll(families: readonly OpenedFamily[], reason: Failure): void {
  for (const family of families) family.fail(reason);
}

function createLinkspan(
  families: readonly LinkspanFamily[],
  { shell, refresh }: Omit<Opened, 'linkspan'>,
  createFamily?: (id: FamilyId) => LinkspanFamily,
): Linkspan {
  const family = (id: FamilyId): LinkspanFamily => {
    const found = families.find((one) => one.id === id) ?? createFamily?.(toText(id));
    if (found === undefined) throw new LinkspanError('remote/unknown-family', { family: toText(id) });
    return found;
  };

  /** Runs a command of the shell, once it has started: a wallet may be on its way back before. */
  async function run<Value>(
    id: FamilyId,
    check: (family: LinkspanFamily) => void,
    command: (shell: ApplicationShell) => Promise<Value>,
  ): Promise<Value> {
    try {
      const known = family(id);
      const started = await shell;
      refresh();
      check(known);
      return await command(started);
    } catch (error) {
      throw toLinkspanError(error);
    } finally {
      refresh();
    }
  }

  const assertConnected = ({ $connection }: LinkspanFamily) => {
    if ($connection.get().status === 'disconnected') throw new LinkspanError('wallet/not-connected', {});
  };

  return Object.freeze<Linkspan>({
    version,
    families: Object.freeze(families),
    family,
    open({ view = 'connect', family: id } = {}) {
      if (id !== undefined) family(id);
      shell.then((started) => started.open(view, id)).catch(() => undefined);
    },
    close() {
      shell.then((started) => started.close()).catch(() => undefined);
    },
    connect: (id, { walletId, signal } = {}) =>
      run(
        id,
        () => {
          if (signal?.aborted) throw new LinkspanError('wallet/cancelled', { wallet: '' });
          if (walletId !== undefined && !isId(walletId))
            throw new LinkspanError('wallet/absent', { wallet: toText(walletId) });
        },
        async (started) => {
          await started.connect(id, walletId, signal);
          refresh();
          return toConnected(family(id));
        },
      ),
    async disconnect(id) {
      const leaving = id === undefined ? families.map((one) => one.id) : [id];
      const isConnected = (one: FamilyId) => family(one).$connection.get().status !== 'disconnected';
      await Promise.all(
        leaving.map((one) =>
          run(
            one,
            () => undefined,
            async (started) => (isConnected(one) ? started.disconnect(one) : undefined),
          ),
        ),
      );
    },
    switchNetwork: (id, network) =>
      run(
        id,
        ({ networks }) => {
          if (!isNetworkId(network) || !networks.some((one) => one.id === network))
            throw new LinkspanError('wallet/network-unsupported', { wallet: '', network: toText(network) });
        },
        (started) => started.switchNetwork(id, network),
      ),
    switchAccount: (id, account) =>
      run(
        id,
        (one) => {
          assertConnected(one);
          if (!isAccountId(account))
            throw new LinkspanError('wallet/account-changed', { account: toText(account) });
        },
        (started) => started.switchAccount(id, account),
      ),
    signMessage: (id, message) =>
      run(
        id,
        (one) => {
          assertConnected(one);
          if (typeof message !== 'string' || message === '') throw new LinkspanError('input/empty', {});
        },
        async (started) => (await started.ask(id, { kind: 'message', text: message })).signed as Signed,
      ),
    signSignInMessage: (id, fields) =>
      run(
        id,
        (one) => {
          assertConnected(one);
          // Without fields the shell would make its own, which no server of the application has asked for.
          if (!fields) throw new LinkspanError('input/call', { method: 'signIn', place: 'fields' });
        },
        async (started) => (await started.ask(id, { kind: 'sign-in', fields })).signed as Signed,
      ),
    send(id, transfer) {
      // Read once: it is the application's own object.
      const [to, amount] = [field(transfer, 'to'), field(transfer, 'amount')];
      return run(
        id,
        (one) => {
          assertConnected(one);
          if (typeof amount !== 'bigint' || amount <= 0n || amount >= 2n ** 256n)
            throw new LinkspanError('input/amount', { value: toText(amount) });
          if (typeof to !== 'string' || to === '' || to.length > 200)
            throw new LinkspanError('input/recipient', { value: toText(to) });
        },
        async (started) => {
          const input = { kind: 'send', to: to as string, amount: String(amount) } as const;
          return (await started.ask(id, input)).sent as Sent;
        },
      );
    },
  });
}

/** Whether a wallet can have this id. */
function isId(walletId: unknown): boolean {
  return typeof walletId === 'string' && walletId.length > 0 && walletId.length <= 100;
}

/** A malformed value in a message. */
function toText(value: unknown): string {
  return typeof value === 'object' || typeof value === 'function' ? '' : String(value).slice(0, 200);
}

function toConnected({ $connection }: LinkspanFamily) {
  const connection = $connection.get();
  if (connection.status !== 'connected') throw new LinkspanError('wallet/not-connected', {});
  return connection;
}
