import {
  type AccountId,
  codeOf,
  isSending,
  networkOf,
  type PageRequest,
  type SignInRequest,
  toAccountId,
} from '@linkspan/contract';
import { assert, assertRejects, assertSame, codeOfRejection, pause } from './assert.ts';
import { type Case, inUse, NotOffered, quietMs, type Stage, toCase, toSend } from './stage.ts';

const text = 'Conformance: a message to be signed.';

/** The commands of a handle, and their refusals. */
export const commandCases: readonly Case[] = [
  toCase('signs a message for the account in use, and asks for it once', async (stage) => {
    const account = inUse(await stage.connect());
    stage.needs('message');
    const asked = stage.subject.wallet.prompts();
    const { signed } = await stage.ask({ kind: 'message', account, text });
    assertSame(signed?.account, account, 'the account');
    assertSame(signed?.message, text, 'the message');
    assert(signed?.signature !== '', 'there is no signature');
    assertSame(stage.subject.wallet.prompts(), asked + 1, 'the number of prompts');
  }),

  toCase('rejects with wallet/rejected if the person does not sign', async (stage) => {
    const account = inUse(await stage.connect());
    stage.needs('message');
    stage.subject.wallet.answer('reject');
    const signing = stage.ask({ kind: 'message', account, text });
    await assertRejects(signing, 'signing', 'wallet/rejected');
    assertSame(inUse(stage.connected()), account, 'the account in use');
  }),

  toCase('signs in for the account in use', async (stage) => {
    const account = inUse(await stage.connect());
    stage.needs('sign-in');
    const { signed } = await stage.ask(toSignIn(account));
    assertSame(signed?.account, account, 'the account');
    assert(signed?.message !== '' && signed?.signature !== '', 'there is nothing signed');
  }),

  toCase('refuses with wallet/account-changed what is meant for another account', async (stage) => {
    const account = inUse(await stage.connect());
    const asked = stage.subject.wallet.prompts();
    const other = toAccountId(networkOf(account), 'another');
    for (const request of toOffered(stage, other))
      await assertRejects(stage.read(request), request.kind, 'wallet/account-changed');
    assertSame(stage.subject.wallet.prompts(), asked, 'the number of prompts');
  }),

  toCase('refuses with wallet/not-connected what needs a connection', async (stage) => {
    const [network] = stage.subject.networks;
    const account = toAccountId(network.id, 'nobody');
    const handle = stage.handle();
    const commands = [
      ...toRequests(stage, account).map((request) => [request.kind, () => stage.read(request)] as const),
      ['switchNetwork', () => handle.switchNetwork(network.id)] as const,
      ['switchAccount', () => handle.switchAccount(account)] as const,
      ['disconnect', () => handle.disconnect()] as const,
    ];
    for (const [name, run] of commands) await assertRejects(run(), name, 'wallet/not-connected');
    assertSame(stage.recorder.published(), 0, 'the number of publishes');
  }),

  toCase('sends, reports that it has landed, and then reads another balance', async (stage) => {
    const account = inUse(await stage.connect());
    stage.needs('send');
    const { balance } = stage.recorder.own;
    const before = await stage.awaited(balance, (value) => value !== undefined, 'no balance is published');
    const intent = toSend(stage, account);
    let note: string | undefined;
    const noted = (latest: string | undefined) => {
      note = latest;
    };
    const { sent, look } = await stage.ask(intent, { noted });
    assert(sent !== undefined && sent.transaction !== '', 'there is no transaction id');
    const { transaction } = sent;
    const { to, amount } = intent;
    const send = () => ({ from: account, to, amount, transaction, ...(note && { note }), others: [] });
    const handle = stage.handle();
    const settled = await stage.landed(() => look?.() ?? handle.settle(send()));
    assertSame(settled.transaction, transaction, 'the transaction');
    await stage.within(handle.refreshBalance(), 'refreshBalance does not settle');
    assert(balance.get()?.amount !== before?.amount, 'the balance is what it was before the send');
  }),

  toCase('rejects with wallet/rejected if the person does not send', async (stage) => {
    const account = inUse(await stage.connect());
    stage.needs('send');
    stage.subject.wallet.answer('reject');
    await assertRejects(stage.ask(toSend(stage, account)), 'sending', 'wallet/rejected');
    assertSame(inUse(stage.connected()), account, 'the account in use');
  }),

  toCase('gives a code to the refusal of a recipient and of an amount that are none', async (stage) => {
    const account = inUse(await stage.connect());
    stage.needs('send');
    const asked = stage.subject.wallet.prompts();
    const intent = toSend(stage, account);
    await assertRejects(stage.ask({ ...intent, to: '?' }), 'sending to no one', 'input/recipient');
    await codeOfRejection(stage.ask({ ...intent, amount: '-1' }), 'sending less than nothing');
    assertSame(stage.subject.wallet.prompts(), asked, 'the number of prompts');
  }),

  toCase('shows what a send moves, as it was asked', async (stage) => {
    const account = inUse(await stage.connect());
    stage.needs('send');
    const { to, amount } = toSend(stage, account);
    const { intent } = await stage.read({ kind: 'send', account, to, amount });
    assertSame(intent.account, account, 'the account');
    assertSame(intent.method, 'send', 'the method');
    const moves = isSending(intent) ? intent.moves : undefined;
    assertSame(moves?.to, to, 'the recipient');
    assertSame(moves?.amount, amount, 'the amount');
    const shown = (kind: string) => intent.lines.filter(({ is }) => is === kind).map(({ value }) => value);
    assertSame(String(shown('recipient')), to, 'the recipient that is shown');
    assertSame(String(shown('amount')), amount, 'the amount that is shown');
  }),

  toCase('asks nobody about a request until it is answered', async (stage) => {
    const account = inUse(await stage.connect());
    const { prompts } = stage.subject.wallet;
    for (const request of toOffered(stage, account)) {
      const asked = prompts();
      const reading = await stage.read(request);
      await pause(quietMs);
      assertSame(prompts(), asked, `the number of prompts before a ${request.kind} is answered`);
      await reading.answer({ noted: () => undefined });
      assert(prompts() > asked, `nobody is asked about a ${request.kind}`);
    }
  }),

  toCase('tells what a send would cost, or why it cannot, and asks the wallet nothing', async (stage) => {
    const account = inUse(await stage.connect());
    stage.needs('send');
    const asked = stage.subject.wallet.prompts();
    const { quote } = await stage.read(toSend(stage, account));
    assert(quote !== undefined, 'there is no quote');
    const isQuoted = 'fee' in quote || /^network\/|^wallet\/unsupported$/.test(quote.code);
    assert(isQuoted, `a quote has ${JSON.stringify(quote)}`);
    assertSame(stage.subject.wallet.prompts(), asked, 'the number of prompts');
  }),

  toCase('switches to another network of the page, and to no other', async (stage) => {
    await stage.connect();
    stage.needs('switchNetwork');
    const [, second] = stage.subject.networks;
    if (second === undefined) throw new NotOffered('a second network');
    await stage.handle().switchNetwork(second.id);
    const elsewhere = stage.connected().accounts.filter((account) => networkOf(account) !== second.id);
    assert(elsewhere.length === 0, `${elsewhere} did not come along`);
    const { balance } = stage.recorder.own;
    const known = await stage.awaited(balance, (value) => value !== undefined, 'no balance is published');
    assertSame(known && networkOf(known.account), second.id, 'the network of the balance');
    const nowhere = `${stage.subject.namespace}:99999999` as const;
    await codeOfRejection(stage.handle().switchNetwork(nowhere), 'switching to nowhere');
    assertSame(networkOf(inUse(stage.connected())), second.id, 'the network');
  }),

  toCase('stays on its network if the person refuses the switch', async (stage) => {
    const before = await stage.connect();
    stage.needs('switchNetwork');
    const { networks, wallet } = stage.subject;
    if (networks[1] === undefined) throw new NotOffered('a second network');
    wallet.answer('reject');
    const asked = wallet.prompts();
    const switching = stage.handle().switchNetwork(networks[1].id);
    const outcome = await switching.then(() => undefined, codeOf);
    if (wallet.prompts() === asked) throw new NotOffered('a switch of network that asks');
    assertSame(outcome, 'wallet/rejected', 'the code of the refusal');
    assertSame(String(stage.connected().accounts), String(before.accounts), 'what is connected');
  }),

  toCase('takes another of its accounts into use', async (stage) => {
    await stage.connect();
    stage.needs('switchAccount');
    const [first, second] = stage.connected().accounts;
    if (second === undefined) throw new NotOffered('a second account');
    await stage.handle().switchAccount(second);
    assertSame(inUse(stage.connected()), second, 'the account in use');
    assert(stage.connected().accounts.includes(first), 'the account that was in use is gone');
    const stranger = toAccountId(networkOf(first), 'stranger');
    await assertRejects(
      stage.handle().switchAccount(stranger),
      'a strange account',
      'wallet/account-changed',
    );
  }),
];

/** One request of each kind. */
function toRequests(stage: Stage, account: AccountId): readonly PageRequest[] {
  return [{ kind: 'message', account, text }, toSignIn(account), toSend(stage, account)];
}

/** Those that the connected wallet declares. */
function toOffered(stage: Stage, account: AccountId): readonly PageRequest[] {
  const { capabilities } = stage.connected();
  return toRequests(stage, account).filter(({ kind }) => capabilities.includes(kind));
}

function toSignIn(account: AccountId): SignInRequest {
  const host = globalThis.location?.host || 'conformance.example';
  const now = Date.now();
  return {
    kind: 'sign-in',
    account,
    domain: host,
    uri: globalThis.location?.origin ?? `https://${host}`,
    statement: 'Sign in to try whether it can be done.',
    nonce: Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join(''),
    issuedAt: new Date(now).toISOString(),
    expiresAt: new Date(now + 600_000).toISOString(),
  };
}
