import { type Connection, codeOf, type Lease } from '@linkspan/contract';
import { describe, expect, it, vi } from 'vitest';
import { createStore } from './store.ts';

const wallet = { id: 'harbour', name: 'Harbour' };
const harbour = 'eip155:1:0xa';
const pier = 'eip155:1:0xb';
const connected: Connection = {
  status: 'connected',
  wallet,
  accounts: [harbour, pier],
  capabilities: ['send'],
};
const balance = { account: harbour, amount: '10' } as const;

function open() {
  const store = createStore([
    { id: 'evm', namespace: 'eip155' },
    { id: 'solana', namespace: 'solana' },
  ]);
  const evm = store.view.family('evm');
  const all = () => Object.values(evm).map((end) => end.get());
  return { store, evm, all, lend: () => store.openLease('evm') };
}

const solana = 'solana:main:a';
const foreign: Connection = { status: 'reconnecting', wallet, accounts: [solana] };
const trap: Connection = {
  get status(): never {
    throw new Error('trap');
  },
};
/** As code without types would publish it. */
const asIs = (value: unknown) => value as never;

function refusalOf(act: () => void): unknown {
  try {
    act();
  } catch (error) {
    return codeOf(error) ?? error;
  }
  return 'taken';
}

describe('a lease', () => {
  it('writes the connection and the balance of its family', () => {
    const { store, evm, lend } = open();
    const { lease } = lend();
    lease.publishConnection(connected);
    lease.publishBalance(balance);
    expect(evm.connection.get()).toEqual(connected);
    expect(evm.balance.get()).toEqual(balance);
    expect(store.view.family('solana').connection.get()).toEqual({ status: 'disconnected' });
  });

  it('publishes a copy that its holder cannot change afterwards', () => {
    const { evm, lend } = open();
    const accounts: [typeof harbour] = [harbour];
    const given = { status: 'connected' as const, wallet: { ...wallet }, accounts, capabilities: [] };
    lend().lease.publishConnection(given);
    given.wallet.name = 'Other';
    accounts.pop();
    expect(evm.connection.get()).toEqual({
      status: 'connected',
      wallet,
      accounts: [harbour],
      capabilities: [],
    });
    expect(Object.isFrozen(evm.connection.get())).toBe(true);
  });

  it('cannot be ended or changed by whom it is lent to', () => {
    const { lend } = open();
    const { lease } = lend();
    expect(Object.isFrozen(lease)).toBe(true);
    expect(Object.keys(lease).sort()).toEqual([
      'publishBalance',
      'publishBalanceFailure',
      'publishConnection',
    ]);
  });

  it.each<[code: string, what: string, publish: (lease: Lease) => void]>([
    ['malformed', 'an unknown status', (lease) => lease.publishConnection(asIs({ status: 'idle' }))],
    ['malformed', 'nothing', (lease) => lease.publishConnection(asIs(undefined))],
    ['malformed', 'a connection that throws when it is read', (lease) => lease.publishConnection(trap)],
    ['foreign', "another family's account", (lease) => lease.publishConnection(foreign)],
    ['malformed', 'a number as amount', (lease) => lease.publishBalance(asIs({ ...balance, amount: 1 }))],
    ['foreign', "another family's balance", (lease) => lease.publishBalance({ ...balance, account: solana })],
    ['stale-balance', 'a balance out of use', (lease) => lease.publishBalance({ ...balance, account: pier })],
  ])('is refused as %s if it publishes %s, and nothing changes', (code, _, publish) => {
    const { all, lend } = open();
    const { lease } = lend();
    lease.publishConnection(connected);
    lease.publishBalance(balance);
    const before = all();
    expect(refusalOf(() => publish(lease))).toBe(`remote/${code}`);
    all().forEach((value, index) => {
      expect(value).toBe(before[index]);
    });
  });
});

describe('an unleased publish', () => {
  const publishes: ((lease: Lease) => void)[] = [
    (lease) => lease.publishConnection({ status: 'disconnected' }),
    (lease) => lease.publishBalance(balance),
  ];

  it('is refused once the lease has ended; what it has published stays', () => {
    const { evm, lend, all } = open();
    const owned = lend();
    owned.lease.publishConnection(connected);
    owned.end();
    const before = all();
    for (const publish of publishes) expect(refusalOf(() => publish(owned.lease))).toBe('remote/unleased');
    expect(all()).toEqual(before);
    expect(evm.connection.get()).toEqual(connected);
  });

  it('is refused once it has published the end: what is connected later has a lease of its own', () => {
    const { evm, lend } = open();
    const { lease } = lend();
    lease.publishConnection(connected);
    lease.publishConnection({ status: 'disconnected' });
    expect(refusalOf(() => lease.publishConnection(connected))).toBe('remote/unleased');
    expect(evm.connection.get()).toEqual({ status: 'disconnected' });
  });

  it('is refused from a lease that has published no connection', () => {
    const { lend } = open();
    lend().lease.publishConnection(connected);
    const { lease } = lend();
    expect(refusalOf(() => lease.publishBalance(balance))).toBe('remote/unleased');
  });
});

describe('a successor', () => {
  const other: Connection = { ...connected, accounts: [pier] };

  it('takes over with its first publish, and its predecessor is refused from then on', () => {
    const { evm, lend } = open();
    const [first, second] = [lend().lease, lend().lease];
    first.publishConnection(connected);
    second.publishConnection(other);
    expect(refusalOf(() => first.publishConnection(connected))).toBe('remote/unleased');
    expect(refusalOf(() => first.publishBalance(balance))).toBe('remote/unleased');
    expect(evm.connection.get()).toEqual(other);
  });

  it('leaves the old connection in force until it publishes', () => {
    const { evm, lend } = open();
    const first = lend().lease;
    first.publishConnection(connected);
    lend();
    first.publishBalance(balance);
    expect(evm.balance.get()).toEqual(balance);
  });

  it('that fails leaves the old connection in force', () => {
    const { evm, lend } = open();
    const [first, second] = [lend().lease, lend().lease];
    first.publishConnection(connected);
    expect(refusalOf(() => second.publishConnection(asIs({ ...other, accounts: [] })))).toBe(
      'remote/malformed',
    );
    expect(refusalOf(() => second.publishConnection({ ...other, accounts: ['solana:main:a'] }))).toBe(
      'remote/foreign',
    );
    first.publishBalance(balance);
    expect(evm.connection.get()).toEqual(connected);
    expect(evm.balance.get()).toEqual(balance);
  });

  it('takes over only if it may by then', () => {
    const { store, evm, lend } = open();
    let mayTakeOver = false;
    const { lease } = store.openLease('evm', () => mayTakeOver);
    lend().lease.publishConnection(connected);
    expect(refusalOf(() => lease.publishConnection(other))).toBe('remote/unleased');
    expect(evm.connection.get()).toEqual(connected);
    mayTakeOver = true;
    lease.publishConnection(other);
    mayTakeOver = false;
    lease.publishConnection(connected);
    expect(evm.connection.get()).toEqual(connected);
  });
});

describe('the balance', () => {
  it.each<[string, Connection]>([
    ['another account comes into use', { ...connected, accounts: [pier, harbour] }],
    ['the network changes', { ...connected, accounts: ['eip155:2:0xa'] }],
    ['the connection ends', { status: 'disconnected' }],
  ])('is unknown as soon as %s', (_, next) => {
    const { evm, lend } = open();
    const { lease } = lend();
    lease.publishConnection(connected);
    lease.publishBalance(balance);
    lease.publishConnection(next);
    expect(evm.balance.get()).toBeUndefined();
  });

  it('stays while the same account stays in use', () => {
    const { evm, lend } = open();
    const { lease } = lend();
    lease.publishConnection({ status: 'reconnecting', wallet, accounts: [harbour] });
    lease.publishBalance(balance);
    lease.publishConnection(connected);
    expect(evm.balance.get()).toEqual(balance);
  });

  it('is never seen beside an account that it does not belong to', () => {
    const { evm, lend } = open();
    const seen: boolean[] = [];
    const look = vi.fn(() => {
      const connection = evm.connection.get();
      const owner = evm.balance.get()?.account;
      seen.push(owner === undefined || ('accounts' in connection && connection.accounts[0] === owner));
    });
    evm.connection.listen(look);
    evm.balance.listen(look);
    const { lease } = lend();
    lease.publishConnection(connected);
    lease.publishBalance(balance);
    lease.publishConnection({ ...connected, accounts: [pier] });
    expect(look).toHaveBeenCalledTimes(4);
    expect(seen).not.toContain(false);
  });
});
