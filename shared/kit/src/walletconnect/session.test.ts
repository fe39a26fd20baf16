import type { Pairing } from '@linkspan/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { toWalletError } from '../failures.ts';
import { turn } from '../testing/deferred.ts';
import { createSession } from './session.ts';
import { createPhone, type FakeProposal, type Phone } from './testing/phone.ts';

const wallet = 'WalletConnect';
const [first, second] = ['harbour:1:a', 'harbour:1:b'];

let phone: Phone;
let storage: Phone['storage'];
let shown: (Pairing | undefined)[];

beforeEach(() => {
  phone = createPhone();
  storage = phone.storage;
  shown = [];
});

const toNamespaces = (accounts: readonly unknown[]) => ({ harbour: { accounts, methods: ['sign'] } });

/** A page with the phone behind it; its storage is the one that a page before it had. */
function open() {
  const reports: string[] = [];
  const session = createSession<'harbour', string>(
    {
      ...phone.parts,
      wallet,
      apps: [{ name: 'Pier', url: 'pier://wc?uri=' }],
      showPairing: (pairing) => void shown.push(pairing),
    },
    {
      namespace: 'harbour',
      asked: { chains: ['harbour:1'], methods: ['sign'], events: [] },
      parseAccount: (text) => (text.startsWith('harbour:1:') ? text : undefined),
      update(change) {
        change();
        reports.push('change');
      },
      onEnd: () => reports.push('end'),
    },
    'harbour:1',
  );
  const attempt = () => {
    const cancel = new AbortController();
    session.begin({ network: 'harbour:1', signal: cancel.signal });
    const answer = session.connect();
    answer.catch(() => undefined);
    return { answer, cancel: () => cancel.abort() };
  };
  const accounts = () => session.granted()?.accounts ?? [];
  return { ...session, reports, attempt, accounts };
}

/** The proposal that the phone has by now. */
async function proposed(count = 1): Promise<FakeProposal> {
  await vi.waitFor(() => expect(phone.proposals).toHaveLength(count));
  await turn();
  return phone.proposals[count - 1] as FakeProposal;
}

/** A page whose phone has approved its account. */
async function paired() {
  const page = open();
  const { answer } = page.attempt();
  const topic = (await proposed()).approve(toNamespaces([first]));
  await answer;
  return { ...page, topic };
}

/** Lets ten seconds pass in which the relay does not answer. */
async function tenSeconds<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const answer = ask();
    answer.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(10_000);
    return await answer;
  } finally {
    vi.useRealTimers();
  }
}

describe('an attempt', () => {
  it('shows the address of a pairing until the phone has approved', async () => {
    const { attempt, accounts } = open();
    const { answer } = attempt();
    const { uri, approve } = await proposed();
    const url = `pier://wc?uri=${encodeURIComponent(uri)}`;
    expect(shown).toEqual([
      { wallet, uri, links: [{ name: 'Pier', url }], expiresAt: '2030-01-01T00:05:00.000Z' },
    ]);
    approve(toNamespaces([first, second]));
    await answer;
    expect(accounts()).toEqual([first, second]);
    expect(shown.at(-1)).toBeUndefined();
  });

  it.each([
    [{ native: 'pier://', universal: 'https://pier.example/app' }, 'https://pier.example/app'],
    [{ native: 'com.pier.app://', universal: 'https://pier.example/app' }, 'com.pier.app://'],
    [{ native: 'javascript:alert(1)', universal: 7 }, undefined],
    [undefined, undefined],
  ])('learns by what the wallet’s app opens: %j', async (redirect, opened) => {
    const { attempt, granted } = open();
    const { answer } = attempt();
    (await proposed()).approve(toNamespaces([first]), { peer: { metadata: { redirect } } });
    await answer;
    expect(granted()?.appUrl).toBe(opened);
  });

  it('leads to one session, however often it is asked for', async () => {
    const { attempt, connect, accounts } = open();
    const { answer } = attempt();
    const again = connect();
    (await proposed()).approve(toNamespaces([first]));
    await Promise.all([answer, again, connect()]);
    expect(accounts()).toEqual([first]);
    expect(phone.proposals).toHaveLength(1);
  });

  it.each([
    [{ code: 5000, message: 'User rejected.' }, 'wallet/rejected'],
    [{ code: 5001, message: 'User disapproved requested methods' }, 'wallet/rejected'],
    [{ code: 5002 }, 'wallet/rejected'],
    [{ code: 0, message: 'Proposal expired' }, 'wallet/timeout'],
  ])('that is answered by %j fails with %s, and its pairing is forgotten', async (error, code) => {
    const { answer } = open().attempt();
    const { topic, refuse } = await proposed();
    refuse(error);
    const failed = await answer.catch((cause: unknown) =>
      toWalletError(cause, { wallet, before: 'attempt' }),
    );
    expect(failed).toMatchObject({ code });
    expect(shown.at(-1)).toBeUndefined();
    expect(phone.forgotten).toEqual([topic]);
  });

  it('fails within ten seconds if the relay is away, and shows no address that comes later', async () => {
    phone.isAway = true;
    const answer = tenSeconds(() => open().attempt().answer);
    await expect(answer).rejects.toMatchObject({
      code: 'wallet/relay-unreachable',
    });
    phone.comeBack();
    const { topic } = await proposed();
    expect(phone.forgotten).toEqual([topic]);
    expect(shown.filter(Boolean)).toEqual([]);
  });

  it('ends at once when it is cancelled, and a session that is approved late is ended', async () => {
    const { attempt, accounts } = open();
    const { answer, cancel } = attempt();
    const { topic, approve } = await proposed();
    cancel();
    await expect(answer).rejects.toMatchObject({ code: 'wallet/cancelled' });
    expect(shown.at(-1)).toBeUndefined();
    await turn();
    expect(phone.forgotten).toEqual([topic]);
    const late = approve(toNamespaces([first]));
    await turn();
    expect(phone.ended).toEqual([late]);
    expect(accounts()).toEqual([]);
  });

  it('proposes another session after one that was cancelled', async () => {
    const { attempt, accounts } = open();
    attempt().cancel();
    const { answer } = attempt();
    (await proposed(2)).approve(toNamespaces([first]));
    await answer;
    expect(accounts()).toEqual([first]);
  });

  it.each([
    ['no account of the family', { other: { accounts: [first] }, harbour: { accounts: ['harbour:2:a', 7] } }],
    ['nothing', undefined],
  ])('that grants %s fails, and its session is ended', async (_, namespaces) => {
    const { answer } = open().attempt();
    const topic = (await proposed()).approve(namespaces);
    await expect(answer).rejects.toMatchObject({ code: 'wallet/no-accounts' });
    expect(phone.ended).toEqual([topic]);
  });
});

describe('a session', () => {
  it('is resumed in a later page without asking anybody', async () => {
    await paired();
    const { connect, accounts } = open();
    await connect();
    expect(accounts()).toEqual([first]);
    expect(phone.proposals).toHaveLength(1);
  });

  it('grants what is under one chain of the namespace, too', async () => {
    const { topic, accounts } = await paired();
    phone.update(topic, { 'harbour:1': { accounts: [second] }, harbourside: { accounts: [first] } });
    expect(accounts()).toEqual([second]);
  });

  it('is ended at the relay by the page, which forgets what was proved', async () => {
    const { end, proof, topic, accounts } = await paired();
    proof.add(first);
    await end();
    expect(phone.ended).toEqual([topic]);
    expect(accounts()).toEqual([]);
    expect([...storage.kept]).toEqual([]);
  });

  it('is forgotten here at once if the relay is away when the page ends it', async () => {
    const { end } = await paired();
    for (const name of ['session', 'keychain']) storage.set(name, '[{}]');
    phone.isAway = true;
    await tenSeconds(() => {
      const ending = end();
      expect([...storage.kept]).toEqual([]);
      return ending;
    });
    expect(open().accounts()).toEqual([]);
  });

  it.each(['session_delete', 'session_expire'] as const)('that ends by %s is reported', async (how) => {
    const { reports, topic, accounts } = await paired();
    phone.end(topic, how);
    expect(reports).toEqual(['end']);
    expect(accounts()).toEqual([]);
  });

  it.each([
    ['no form', { harbour: 'nonsense' }],
    ['accounts that have no text', toNamespaces([{ toString: 1, valueOf: 1 }])],
  ])('is ended by the page once the phone grants no account, in %s', async (_, namespaces) => {
    const { accounts, reports, topic, proof } = await paired();
    proof.add(first);
    phone.update(topic, namespaces);
    expect(reports).toEqual(['change']);
    expect(phone.ended).toEqual([topic]);
    expect([...storage.kept]).toEqual([]);
    phone.update(topic, toNamespaces([first]));
    expect(accounts()).toEqual([]);
  });

  it('ignores events of another one', async () => {
    const { reports, accounts } = await paired();
    phone.emit('session_delete', { topic: 'another' });
    expect(reports).toEqual([]);
    expect(accounts()).toEqual([first]);
  });

  it('asks on a chain for what it grants, and for nothing else', async () => {
    const { request, topic } = await paired();
    await request('harbour:1', 'sign', ['x']);
    await expect(request('harbour:1', 'send', [])).rejects.toMatchObject({ code: 4200 });
    expect(phone.requests).toEqual([
      { topic, chainId: 'harbour:1', request: { method: 'sign', params: ['x'] } },
    ]);
  });

  it('fails a request within ten seconds if the relay is away, which the phone may receive later', async () => {
    const { request, topic } = await paired();
    phone.isAway = true;
    const answer = tenSeconds(() => request('harbour:1', 'sign', ['x']));
    await expect(answer).rejects.toMatchObject({
      code: 'wallet/relay-unreachable',
      context: { wallet },
    });
    phone.comeBack();
    await turn();
    expect(phone.requests).toMatchObject([{ topic }]);
  });

  it('gives a person all the time, once the relay has the request', async () => {
    const { request } = await paired();
    let sign = (_: string) => {};
    phone.answer = () => new Promise((resolve) => (sign = resolve));
    const answer = request('harbour:1', 'sign', ['x']);
    await tenSeconds(() => Promise.resolve());
    sign('signed');
    expect(await answer).toBe('signed');
  });

  it('that is not there is not asked', async () => {
    await expect(open().request('harbour:1', 'sign', [])).rejects.toMatchObject({ code: 4100 });
    expect(phone.requests).toEqual([]);
  });
});
