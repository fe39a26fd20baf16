import { type AccountId, codeOf, type Intent, networkOf, toAccountId } from '@linkspan/contract';
import { assert, assertRejects, assertSame, codeOfRejection } from './assert.ts';
import { type Case, inUse, NotOffered, type Stage, toCase, toSend } from './stage.ts';

const text = 'Conformance: a message to be signed.';

/** The commands of a handle, and their refusals. */
export const commandCases: readonly Case[] = [
  toCase('signs a message for the account in use, and asks for it once', async (stage) => {
    const account = inUse(await stage.connect());
    stage.needs('signMessage');
    const asked = stage.subject.wallet.prompts();
    const signed = await stage.handle().signMessage({ kind: 'message', account, text });
    assertSame(signed.account, account, 'the account');
    assertSame(signed.message, text, 'the message');
    assert(signed.signature.length > 0, 'there is no signature');
    assertSame(stage.subject.wallet.prompts(), asked + 1, 'the number of prompts');
  }),

  toCase('rejects with wallet/rejected if the person does not sign', async (stage) => {
    const account = inUse(await stage.connect());
    stage.needs('signMessage');
    stage.subject.wallet.answer('reject');
    const signing = stage.handle().signMessage({ kind: 'message', account, text });
    await assertRejects(signing, 'signing', 'wallet/rejected');
    assertSame(inUse(stage.connected()), account, 'the account in use');
  }),

  toCase('signs in for the account in use', async (stage) => {
    const account = inUse(await stage.connect());
    stage.needs('signIn');
    const signed = await stage.handle().signIn(toSignIn(account));
    assertSame(signed.account, account, 'the account');
    assert(signed.message.length > 0 && signed.signature.length > 0, 'there is nothing signed');
  }),

  toCase('refuses with wallet/account-changed what is meant for another account', async (stage) => {
    const account = inUse(await stage.connect());
    const asked = stage.subject.wallet.prompts();
    const other = toAccountId(networkOf(account), 'another');
    const { capabilities } = stage.connected();
    const commands = toCommands(stage, other).filter(([capability]) => capabilities.includes(capability));
    for (const [name, run] of commands) await assertRejects(run(), name, 'wallet/account-changed');
    assertSame(stage.subject.wallet.prompts(), asked, 'the number of prompts');
  }),

  toCase('refuses with wallet/not-connected what needs a connection', async (stage) => {
    const [network] = stage.subject.networks;
    const account = toAccountId(network.id, 'nobody');
    const handle = stage.handle();
    const commands = [
      ...toCommands(stage, account),
      ['switchNetwork', () => handle.switchNetwork(network.id)] as const,
      ['switchAccount', () => handle.switchAccount(account)] as const,
      ['disconnect', () => handle.disconnect()] as const,
    ];
    for (const [name, run] of commands) await assertRejects(run(), name, 'wallet/not-connected');
    assertSame(stage.recorder.published(), 0, 'the number of publishes');
  }),

  toCase('sends, reports that it has landed, and renews the balance', async (stage) => {
    const account = inUse(await stage.connect());
    stage.needs('send');
    const { balance, transfers } = stage.recorder.own;
    const before = await stage.awaited(balance, (value) => value !== undefined, 'no balance is published');
    const intent = toSend(stage, account);
    const { transaction } = await stage.handle().send(intent);
    assert(transaction.length > 0, 'there is no transaction id');
    const isOwn = (one: { transaction: string }) => one.transaction === transaction;
    assert(transfers.get().some(isOwn), 'the transfer is not published by the time that send settles');
    const known = await stage.awaited(
      transfers,
      (all) => all.find(isOwn)?.state !== 'sent',
      'the transfer does not come to an end',
    );
    const transfer = known.find(isOwn);
    assertSame(transfer?.state, 'landed', 'the state of the transfer');
    assertSame(transfer?.from, account, 'who sent it');
    assertSame(transfer?.to, intent.to, 'who gets it');
    await stage.awaited(balance, (value) => value?.amount !== before?.amount, 'the balance is not renewed');
  }),

  toCase(
    'rejects with wallet/rejected if the person does not send, and publishes no transfer',
    async (stage) => {
      const account = inUse(await stage.connect());
      stage.needs('send');
      stage.subject.wallet.answer('reject');
      await assertRejects(stage.handle().send(toSend(stage, account)), 'sending', 'wallet/rejected');
      assertSame(stage.recorder.own.transfers.get().length, 0, 'the number of transfers');
    },
  ),

  toCase('gives a code to the refusal of a recipient and of an amount that are none', async (stage) => {
    const account = inUse(await stage.connect());
    stage.needs('send');
    const asked = stage.subject.wallet.prompts();
    const intent = toSend(stage, account);
    await assertRejects(stage.handle().send({ ...intent, to: '?' }), 'sending to no one', 'input/recipient');
    await codeOfRejection(stage.handle().send({ ...intent, amount: '-1' }), 'sending less than nothing');
    assertSame(stage.subject.wallet.prompts(), asked, 'the number of prompts');
  }),

  toCase('tells what a send would cost, or why it cannot, and asks the wallet nothing', async (stage) => {
    const account = inUse(await stage.connect());
    stage.needs('send');
    const asked = stage.subject.wallet.prompts();
    const quoting = stage.handle().quote(toSend(stage, account));
    const quote = await stage.within(quoting, 'quote does not come to an end').catch((error: unknown) => {
      const code = codeOf(error);
      assert(/^network\/|^wallet\/unsupported$/.test(code ?? ''), `a quote rejects with ${code}: ${error}`);
    });
    if (quote !== undefined) assert(/^\d{1,78}$/.test(quote.fee), `the fee is ${quote.fee}`);
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
    assertSame(known?.symbol, second.symbol, 'the symbol');
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

function toCommands(stage: Stage, account: AccountId) {
  const handle = stage.handle();
  return [
    ['signMessage', () => handle.signMessage({ kind: 'message', account, text })],
    ['signIn', () => handle.signIn(toSignIn(account))],
    ['send', () => handle.send(toSend(stage, account))],
  ] as const;
}

function toSignIn(account: AccountId): Intent & { kind: 'sign-in' } {
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
