import {
  type AccountId,
  type Balance,
  type Connection,
  type FamilyId,
  field,
  LinkspanError,
  messageOf,
  type Readable,
  type RemoteState,
  type Sent,
  type Signed,
  type View,
} from '@linkspan/contract';
import { atom } from 'nanostores';
import { toLinkspanError } from './error.ts';
import { getOpened } from './linkspan.ts';
import type { ApplicationShell, PageFamily, ShellPage, ShellRequest } from './page.ts';
import type { Linkspan } from './views.ts';

/** What a fake wallet does with the next requests. */
export interface FakeAnswers {
  /** Rejects each command with this code of the contract, such as `wallet/rejected`. */
  failure?: { readonly code: string; readonly context?: Readonly<Record<string, string>> };
  signMessage(family: FamilyId, text: string): Signed | Promise<Signed>;
  /** The transaction's id, or that of a Safe's proposal with `awaits`. */
  send(family: FamilyId, to: string, amount: string): string | Sent | Promise<string | Sent>;
  /**
   * The answer of a request that the page would pass on: of EIP-1193, or as the Solana remote gives it. It may throw the
   * error of a node: a number and data.
   */
  call(family: FamilyId, method: string, params: unknown): unknown;
}

/** A fake of the page's wallets, for the tests of an application. Throws `Error` for a family that it was not given. */
export interface FakeLinkspan {
  readonly linkspan: Linkspan;
  readonly answers: FakeAnswers;
  /** Connects a wallet by these CAIP-10 accounts, the first in use. */
  connect(family: FamilyId, ...accounts: readonly string[]): void;
  /** A remembered wallet, as after a reload: it is not back yet. With `code`, such as `wallet/locked`, the reason why. */
  reconnect(family: FamilyId, account: string, code?: string): void;
  disconnect(family: FamilyId): void;
  /** In the smallest unit. */
  setBalance(family: FamilyId, amount: bigint): void;
  setRemote(family: FamilyId, state: RemoteState): void;
  /** What was asked, in order: `signMessage evm Ahoy`, `call evm personal_sign: ` and its summary if it has one. */
  readonly asked: readonly string[];
}

const release = { remote: 'remote-fake', version: '1.0.0' };

/**
 * Puts a fake of the page's wallets in place of the page's own: `getLinkspan`, `getProvider` and all hooks then use it. A
 * test may call it several times, each time for a new page.
 */
export function createFakeLinkspan(families: readonly PageFamily[]): FakeLinkspan {
  const asked: string[] = [];
  const answers: FakeAnswers = {
    signMessage(family, message) {
      const now = factsOf(family).connection.get();
      if (now.status !== 'connected') throw new LinkspanError('wallet/not-connected', {});
      return { account: now.accounts[0], message, scheme: 'x-fake', signature: '0x' };
    },
    send: () => '0x1',
    call: () => null,
  };
  const facts = new Map(families.map(({ id }) => [id, createFacts()]));
  const factsOf = (family: FamilyId) => {
    const found = facts.get(family);
    if (found === undefined) throw new Error(`The fake has no family ${family}.`);
    return found;
  };
  const view: View = { families: families.map(({ id }) => id), family: factsOf };
  const ask = async <Value>(line: string, run: () => Value | Promise<Value>): Promise<Value> => {
    asked.push(line);
    if (answers.failure) throw toLinkspanError(answers.failure);
    return run();
  };
  const wallet = { id: 'fake', name: 'Fake Wallet' };
  const publish = (family: FamilyId, connection: Connection) => factsOf(family).connection.set(connection);
  const connect = (family: FamilyId, ...accounts: readonly string[]) => {
    const [first, ...rest] = accounts as readonly AccountId[];
    if (first === undefined) throw new Error('A connection has an account.');
    publish(family, {
      ...{ status: 'connected', wallet, accounts: [first, ...rest] },
      capabilities: ['message', 'sign-in', 'send', 'switchNetwork', 'switchAccount'],
    });
  };
  const disconnect = (family: FamilyId) => publish(family, { status: 'disconnected' });

  const shell: ApplicationShell = {
    view,
    request: (family) => factsOf(family).request,
    open: (what) => void asked.push(`open ${what}`),
    close: () => void asked.push('close'),
    connect: (family, walletId) =>
      ask(`connect ${family} ${walletId ?? ''}`.trim(), () => {
        const known = families.find(({ id }) => id === family);
        if (known && factsOf(family).connection.get().status !== 'connected')
          connect(family, `${known.networks[0].id}:fake`);
      }),
    disconnect: (family) => ask(`disconnect ${family}`, () => disconnect(family)),
    switchNetwork: (family, network) =>
      ask(`switchNetwork ${family} ${network}`, () => {
        const now = factsOf(family).connection.get();
        if (now.status !== 'connected') return;
        connect(family, ...now.accounts.map((account) => `${network}:${account.split(':')[2]}`));
      }),
    switchAccount: (family, account) =>
      ask(`switchAccount ${family} ${account}`, () => {
        const now = factsOf(family).connection.get();
        if (now.status !== 'connected') return;
        connect(family, account, ...now.accounts.filter((one) => one !== account));
      }),
    ask: (family, input) => {
      if (input.kind === 'send')
        return ask(`send ${family} ${input.to} ${input.amount}`, async () => {
          const sent = await answers.send(family, input.to, input.amount);
          return { sent: typeof sent === 'string' ? { transaction: sent } : sent };
        });
      const { text: own, fields } = { text: undefined, fields: undefined, ...input };
      const text = own ?? fields?.nonce ?? '';
      return ask(`${input.kind} ${family} ${text}`, async () => ({
        signed: await answers.signMessage(family, text),
      }));
    },
    call: (family, { method, params, summary }) =>
      ask(`call ${family} ${method}${summary ? `: ${summary}` : ''}`, async () =>
        answers.call(family, method, params),
      ).catch(refuse),
  };
  const page: ShellPage = { version: 1, families, shell: Promise.resolve(shell) };
  Object.defineProperty(globalThis, 'linkspanPage', { value: page, configurable: true });
  const { linkspan } = getOpened(page);
  return {
    ...{ linkspan, answers, asked, connect, disconnect },
    reconnect: (family, account, code) =>
      publish(family, {
        ...{ status: 'reconnecting', wallet, accounts: [account as AccountId] },
        ...(code !== undefined && { failure: { code, context: { wallet: wallet.name } } }),
      }),
    setBalance(family, amount) {
      const known = families.find(({ id }) => id === family);
      const now = factsOf(family).connection.get();
      if (known === undefined || now.status !== 'connected') throw new Error(`${family} is not connected.`);
      factsOf(family).balance.set({ account: now.accounts[0], amount: String(amount) });
    },
    setRemote: (family, state) => factsOf(family).remote.set(state),
  };
}

/** As a remote has the error of a node. */
function refuse(cause: unknown): never {
  if (!Number.isInteger(field(cause, 'code'))) throw cause;
  throw new LinkspanError('network/refused', { network: '', detail: messageOf(cause) }, { cause });
}

function createFacts() {
  return {
    connection: atom<Connection>({ status: 'disconnected' }),
    wallets: atom([]),
    attempt: atom({ state: 'none' as const }),
    pairing: atom(undefined),
    balance: atom<Balance | undefined>(undefined),
    balanceFailure: atom(undefined),
    remote: atom<RemoteState>({ stage: 'mounted', release }),
    releaseStatus: atom({ state: 'current' as const }),
    request: atom<ShellRequest>({ state: 'none' }) as Readable<ShellRequest>,
  };
}
