import {
  type Failure,
  type FamilyId,
  failure,
  isAccountId,
  isNetworkId,
  toFailure,
} from '@linkspan/contract';
import { type LinkspanError, toLinkspanError, toRefusal } from './error.ts';
import type { Shell, ShellPage } from './page.ts';
import {
  type ConnectedView,
  type FamilyView,
  type Linkspan,
  type OpenedFamily,
  openFamily,
} from './views.ts';

const version = '0.1.0';

/** A page's wallets, and the shell behind them, for the entries of single chains. */
export interface Opened {
  readonly linkspan: Linkspan;
  readonly shell: Promise<Shell>;
}

const opened = new WeakMap<ShellPage, Opened>();
let without: Opened | undefined;

/**
 * The wallets of the page, at once: the stores follow the shell once it has started. Without a shell every family is failed,
 * with `loader/no-window` outside of a page.
 */
export function getLinkspan(): Linkspan {
  return getOpened().linkspan;
}

export function getOpened(page: ShellPage | undefined = globalThis.linkspanPage): Opened {
  if (page?.version !== 1) {
    without ??= openPage([], Promise.reject(toMissing()));
    return without;
  }
  const known = opened.get(page) ?? openPage(page.families, page.shell);
  opened.set(page, known);
  return known;
}

function toMissing(): LinkspanError {
  return typeof document === 'undefined' ? toRefusal('loader/no-window', {}) : toRefusal('loader/host', {});
}

function openPage(pageFamilies: ShellPage['families'], shell: Promise<Shell>): Opened {
  const families = pageFamilies.map(openFamily);
  shell.then(
    (started) => {
      for (const family of families) family.follow(started);
    },
    (error: unknown) => failAll(families, toFailure(error, failure('loader/host', {}))),
  );
  return {
    linkspan: createLinkspan(
      families.map(({ view }) => view),
      shell,
    ),
    shell,
  };
}

function failAll(families: readonly OpenedFamily[], reason: Failure): void {
  for (const family of families) family.fail(reason);
}

function createLinkspan(families: readonly FamilyView[], shell: Promise<Shell>): Linkspan {
  const family = (id: FamilyId): FamilyView => {
    const found = families.find((one) => one.id === id);
    if (found === undefined) throw toRefusal('remote/unknown-family', { family: String(id) });
    return found;
  };

  /** Runs a command of the shell, once the family is known and its input is read. */
  async function run<Value>(
    id: FamilyId,
    check: (family: FamilyView) => void,
    command: (shell: Shell) => Promise<Value>,
  ): Promise<Value> {
    try {
      check(family(id));
      return await command(await shell);
    } catch (error) {
      throw toLinkspanError(error);
    }
  }

  const assertConnected = ({ $connection }: FamilyView) => {
    if ($connection.get().status === 'disconnected') throw toRefusal('wallet/not-connected', {});
  };

  return Object.freeze<Linkspan>({
    version,
    families: Object.freeze(families),
    family,
    open({ view = 'connect', family: id } = {}) {
      shell.then((started) => started.open(view, id)).catch(() => undefined);
    },
    close() {
      shell.then((started) => started.close()).catch(() => undefined);
    },
    connect: (id, { walletId, signal } = {}) =>
      run(
        id,
        () => signal?.throwIfAborted(),
        async (started) => {
          await started.connect(id, walletId, signal);
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
            throw toRefusal('wallet/network-unsupported', { wallet: '', network: String(network) });
        },
        (started) => started.switchNetwork(id, network),
      ),
    switchAccount: (id, account) =>
      run(
        id,
        (one) => {
          assertConnected(one);
          if (!isAccountId(account)) throw toRefusal('wallet/account-changed', { account: String(account) });
        },
        (started) => started.switchAccount(id, account),
      ),
    signMessage: (id, message) =>
      run(
        id,
        (one) => {
          assertConnected(one);
          if (typeof message !== 'string' || message === '') throw toRefusal('input/empty', {});
        },
        (started) => started.signMessage(id, message),
      ),
    signSignInMessage: (id, fields) => run(id, assertConnected, (started) => started.signIn(id, fields)),
    send: (id, { to, amount }) =>
      run(
        id,
        (one) => {
          assertConnected(one);
          if (typeof amount !== 'bigint' || amount <= 0n)
            throw toRefusal('input/amount', { value: String(amount) });
          if (typeof to !== 'string') throw toRefusal('input/recipient', { value: String(to) });
        },
        async (started) => {
          const { transaction } = await started.send(id, to, String(amount));
          return { transaction };
        },
      ),
  });
}

function toConnected({ $connection }: FamilyView): ConnectedView {
  const connection = $connection.get();
  if (connection.status !== 'connected') throw toRefusal('wallet/not-connected', {});
  return connection;
}
