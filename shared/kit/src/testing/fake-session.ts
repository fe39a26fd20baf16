import {
  type AccountId,
  type Accounts,
  type Approved,
  type Capability,
  capabilities,
  type NetworkId,
  type SendOptions,
  type SendRequest,
  type Sent,
  type Signed,
  type Unsettled,
} from '@linkspan/contract';
import { toMessageReader, toSendReader, toSignInReader } from '../readers.ts';
import type { Family, OpenSession, Readers, Session, SessionEvents, SettleSend } from '../session.ts';
import type { Deferred } from './deferred.ts';

/** What can go wrong in a fake session; each is off at first. */
export interface SessionFaults {
  /** The wallet's own order of its accounts, if it is not that of what was approved. */
  order?: Accounts<'eip155'>;
  opening?: Error;
  asking?: Error;
  balance?: Error;
  quoting?: Error;
  revoking?: Error;
  /** Signatures are verified, and only they prove an account. */
  isPaired?: true;
  /** What the wallet reports when it is read again. */
  onReread?(): void;
  /** Opening, asking, revoking or the balance waits until this is settled. */
  opens?: Deferred<void>;
  asks?: Deferred<void>;
  revokes?: Deferred<void>;
  balances?: Deferred<void>;
}

/** A session as a test sees it: what was done to it, and how its wallet changes by itself. */
export interface FakeSession {
  readonly events: SessionEvents<'eip155'>;
  readonly signal: AbortSignal;
  readonly done: string[];
  /** The accounts that a signature has proved, if it is paired. */
  readonly proved: Set<AccountId>;
  amount: string;
}

/** A stand-in for a family's library. `sessions` are those that were opened, in their order. */
export function createFakeLibrary(
  able: readonly Capability[] = capabilities,
  prepare: () => Promise<unknown> = async () => undefined,
) {
  const faults: SessionFaults = {};
  const sessions: FakeSession[] = [];

  const open: OpenSession<'eip155', Caller> = async (approved, port, events) => {
    const fake: FakeSession = {
      events,
      signal: port.signal,
      done: [],
      proved: new Set(),
      amount: '10',
    };
    sessions.push(fake);
    events.signal.addEventListener('abort', () => void fake.done.push('close'));
    const { opening, opens } = faults;
    await opens?.promise;
    if (opening) throw opening;
    return createSession(fake, approved, able, faults);
  };
  /** What has been looked for. */
  const looks: Unsettled<'eip155'>[] = [];
  const settle: SettleSend<'eip155'> = async (send) => {
    looks.push(send);
    return { state: 'unknown' };
  };
  const family: Family<'eip155', Caller> = {
    open,
    loadReaders: async () => {
      await prepare();
      return { readers: toReaders(faults) };
    },
    loadSettle: async () => ({ settle }),
  };
  return { family, faults, sessions, looks };
}

interface Caller {
  sign(account: AccountId, message: string): Promise<Signed>;
  send(request: SendRequest, options: SendOptions): Promise<Sent>;
}

const toReaders = (faults: SessionFaults): Readers<'eip155', Caller> =>
  new Map([
    ['message', toMessageReader(({ caller, account }, text) => caller.sign(account, text))],
    ['sign-in', toSignInReader(({ caller, account }, { statement = '' }) => caller.sign(account, statement))],
    [
      'send',
      toSendReader(
        async () => {
          if (faults.quoting) throw faults.quoting;
          return { fee: '7' };
        },
        ({ caller }, request, options) => caller.send(request, options),
      ),
    ],
  ]);

function createSession(
  fake: FakeSession,
  approved: Approved<'eip155'>,
  able: readonly Capability[],
  faults: SessionFaults,
): Session<'eip155', Caller> {
  const ask = async (what: string) => {
    fake.done.push(what);
    await faults.asks?.promise;
    if (faults.asking) throw faults.asking;
  };
  return {
    ...(faults.isPaired && { proof: fake.proved }),
    accounts: faults.order ?? approved.accounts,
    capabilities: able,
    async balance(account) {
      await faults.balances?.promise;
      if (faults.balance) throw faults.balance;
      return { account, amount: fake.amount };
    },
    async switchNetwork(network) {
      await ask(`switch to ${network}`);
      return on(network, approved.accounts);
    },
    use: (account) => void fake.done.push(`use ${account}`),
    caller: {
      async sign(account, message) {
        await ask(`sign ${message}`);
        const signed = { account, message, scheme: 'x-fake', signature: 'fake' } as const;
        return faults.isPaired ? { ...signed, isVerified: true } : signed;
      },
      async send({ to }, { noted }) {
        noted(`before ${to}`);
        await ask(`send to ${to}`);
        return { transaction: `0x${fake.done.length}` };
      },
    },
    async reread() {
      fake.done.push('reread');
      faults.onReread?.();
    },
    async revoke() {
      fake.done.push('revoke');
      await faults.revokes?.promise;
      if (faults.revoking) throw faults.revoking;
    },
  };
}

function on(network: NetworkId<'eip155'>, [first, ...rest]: Accounts<'eip155'>): Accounts<'eip155'> {
  const move = (account: AccountId<'eip155'>) =>
    `${network}${account.slice(account.lastIndexOf(':'))}` as AccountId<'eip155'>;
  return [move(first), ...rest.map(move)];
}
