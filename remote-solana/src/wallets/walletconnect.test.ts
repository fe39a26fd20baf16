import type { AccountId } from '@linkspan/contract';
import { turn } from '@linkspan/kit/testing/deferred';
import { createPhone, type FakeProposal, type Phone } from '@linkspan/kit/walletconnect/testing/phone';
import { solanaAccounts } from '@linkspan/practice/accounts';
import {
  type Address,
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getBase58Decoder,
  getBase58Encoder,
  getBase64Decoder,
  getBase64Encoder,
  getTransactionEncoder,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import tweetnacl from 'tweetnacl';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ask, clusters, type Feature, type Own } from '../provider.ts';
import { startTestChain } from '../testing/chains.ts';
import { devnet, idOf, openConnector, openDocument, toNetworks } from '../testing/page.ts';
import { createWalletConnect } from './walletconnect.ts';

const keys = solanaAccounts.map(({ seed }) => tweetnacl.sign.keyPair.fromSeed(new Uint8Array(seed)));
const addresses = solanaAccounts.map(({ address }) => address);
const [first, second] = addresses as [string, string];
const [{ id: local }] = toNetworks();
const mainnet = `solana:${clusters.mainnet}` as const;
const formerMainnet = 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ';
const formerDevnet = 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K';
const [one, two] = [`${local}:${first}`, `${local}:${second}`] as const;
const methods = ['solana_signMessage', 'solana_signTransaction', 'solana_signAndSendTransaction'];

let phone: Phone;

beforeEach(() => {
  phone = createPhone();
});

const toBytes = (text: string) => new Uint8Array(getBase58Encoder().encode(text));
const toText = (bytes: Uint8Array) => getBase58Decoder().decode(bytes);

/** What a phone approves of Solana: accounts by their chains, in its order. */
const toNamespaces = (accounts: readonly string[], granted: readonly string[] = methods) => ({
  solana: { accounts, methods: granted, events: [] },
});

/** An unsigned transfer in wire format. */
function toTransfer(from: string, payer = from): Uint8Array {
  const source = createNoopSigner(from as Address);
  const instruction = getTransferSolInstruction({ source, destination: second as Address, amount: 1n });
  const paid = setTransactionMessageFeePayer(payer as Address, createTransactionMessage({ version: 0 }));
  const lifetime = { blockhash: first as Blockhash, lastValidBlockHeight: 1n };
  const alive = setTransactionMessageLifetimeUsingBlockhash(lifetime, paid);
  const compiled = compileTransaction(appendTransactionMessageInstruction(instruction, alive));
  return new Uint8Array(getTransactionEncoder().encode(compiled));
}

/** A page with the phone behind it; its storage is the one that a page before it had. */
function open(networks = toNetworks()) {
  const { loaded, begin } = createWalletConnect({
    ...phone.parts,
    ...{ networks, wallet: 'WalletConnect' },
    ...{ apps: [], showPairing: () => undefined },
  });
  const { provider } = loaded;
  const told: unknown[] = [];
  const events = provider.features['standard:events'] as {
    on(event: 'change', listener: (fact: unknown) => void): () => void;
  };
  const stop = events.on('change', (fact) => told.push(fact));
  const call = (feature: Feature, input?: object) => ask(provider, feature, input);
  const attempt = () => {
    const cancel = new AbortController();
    begin({ network: local, signal: cancel.signal });
    const answer = call('standard:connect', {});
    answer.catch(() => undefined);
    return { answer, cancel: () => cancel.abort() };
  };
  const accounts = () =>
    provider.accounts as readonly { address: string; chains: string[]; features: string[] }[];
  return { loaded, provider, told, stop, call, attempt, accounts };
}

/** The proposal that the phone has by now. */
async function proposed(count = 1): Promise<FakeProposal> {
  await vi.waitFor(() => expect(phone.proposals).toHaveLength(count));
  await turn();
  return phone.proposals[count - 1] as FakeProposal;
}

/** A page whose phone has approved these accounts. */
async function paired(granted: readonly string[] = [one, two], allowed = methods, networks = toNetworks()) {
  const page = open(networks);
  const { answer } = page.attempt();
  const topic = (await proposed()).approve(toNamespaces(granted, allowed));
  await answer;
  return { ...page, topic };
}

const addressesOf = (answer: unknown) =>
  (answer as { accounts: readonly { address: string }[] }).accounts.map(({ address }) => address);

describe('an attempt', () => {
  it('asks the phone for the page’s clusters, by all their names', async () => {
    const { attempt, accounts } = open();
    const { answer } = attempt();
    const { approve, optionalNamespaces } = await proposed();
    expect(optionalNamespaces).toEqual({
      solana: { chains: [local, devnet, formerDevnet], methods, events: [] },
    });
    approve(toNamespaces([one, two]));
    expect(addressesOf(await answer)).toEqual([first, second]);
    expect(accounts().map(({ address }) => address)).toEqual([first, second]);
  });

  it('that is silent asks nobody', async () => {
    expect(addressesOf(await open().call('standard:connect', { silent: true }))).toEqual([]);
    expect(phone.proposals).toEqual([]);
  });

  it('that grants no account of Solana fails', async () => {
    const { answer } = open().attempt();
    const accounts = [`${local}:me`, first, `${one}:x`];
    (await proposed()).approve({ eip155: { accounts: [one] }, solana: { accounts } });
    await expect(answer).rejects.toMatchObject({ code: 'wallet/no-accounts' });
  });
});

describe('a session', () => {
  it.each(['session_delete', 'session_expire'] as const)('that ends by %s is told', async (how) => {
    const { told, topic } = await paired();
    phone.end(topic, how);
    expect(told).toEqual([{ accounts: [] }]);
    expect(open().accounts()).toEqual([]);
  });

  it('follows what the phone grants by now, and tells nobody who has stopped to listen', async () => {
    const { told, stop, topic, accounts } = await paired();
    phone.update(topic, toNamespaces([two], ['solana_signMessage']));
    expect(told).toEqual([{ accounts: accounts() }]);
    expect(accounts()).toMatchObject([{ address: second, features: ['solana:signMessage'] }]);
    stop();
    phone.update(topic, { solana: 'nonsense' });
    expect(accounts()).toEqual([]);
    expect(told).toHaveLength(1);
  });

  it('shows an account once, with all its chains by their ids of today', async () => {
    const networks = toNetworks().map((one, at) => (at === 0 ? { ...one, id: mainnet } : one));
    const granted = [`${formerMainnet}:${first}`, `${devnet}:${first}`, `${formerDevnet}:${first}`];
    const { accounts } = await paired(granted, methods, networks as never);
    expect(phone.proposals[0]?.optionalNamespaces.solana?.chains).toEqual([
      mainnet,
      formerMainnet,
      devnet,
      formerDevnet,
    ]);
    expect(accounts()).toMatchObject([{ address: first, chains: [mainnet, devnet] }]);
  });

  it.each([
    [['solana_signMessage'], ['solana:signMessage']],
    [['solana_signTransaction', 'other'], ['solana:signTransaction']],
    [[], []],
  ])('that grants %j has accounts with the features %j', async (granted, features) => {
    const { accounts } = await paired([one], granted);
    expect(accounts()).toMatchObject([{ features }]);
  });
});

describe('a request', () => {
  const account = { address: first };
  const transaction = toTransfer(first);
  const signature = tweetnacl.sign.detached(transaction.slice(65), keys[0]?.secretKey ?? new Uint8Array());
  const signed = new Uint8Array([1, ...signature, ...transaction.slice(65)]);
  const input = { account, chain: local, transaction, options: { preflightCommitment: 'confirmed' } };
  const inBase64 = (bytes: Uint8Array) => getBase64Decoder().decode(bytes);

  it('for a message has it in base58, and the account', async () => {
    const { call, topic } = await paired();
    phone.answer = () => ({ signature: toText(signature) });
    const message = new TextEncoder().encode('Ahoy');
    expect(await call('solana:signMessage', { account, message })).toEqual([
      { signedMessage: message, signature },
    ]);
    const params = { message: toText(message), pubkey: first };
    const request = { method: 'solana_signMessage', params };
    expect(phone.requests).toEqual([{ topic, chainId: local, request }]);
  });

  it('to sign a transaction whose fee another account pays keeps the signature of that one', async () => {
    const { call } = await paired();
    const sponsored = toTransfer(first, second);
    sponsored.fill(7, 1, 65);
    const secretKey = keys[0]?.secretKey ?? new Uint8Array();
    const own = tweetnacl.sign.detached(sponsored.slice(129), secretKey);
    phone.answer = () => ({ signature: toText(own) });
    const signedTransaction = new Uint8Array([2, ...sponsored.slice(1, 65), ...own, ...sponsored.slice(129)]);
    expect(await call('solana:signTransaction', { ...input, transaction: sponsored })).toEqual([
      { signedTransaction },
    ]);
  });

  it('to sign several transactions asks for one after the other', async () => {
    const { provider } = await paired();
    phone.answer = () => ({ signature: toText(signature) });
    expect(await ask(provider, 'solana:signTransaction', input, input)).toEqual([
      { signedTransaction: signed },
      { signedTransaction: signed },
    ]);
    expect(phone.requests).toHaveLength(2);
  });

  it.each<[string, object, Uint8Array]>([
    ['a signature alone', { signature: toText(signature) }, signed],
    ['the whole', { signature: toText(signature), transaction: inBase64(signed) }, signed],
    [
      'one that it has changed',
      { transaction: inBase64(Uint8Array.of(...signed, 9)) },
      Uint8Array.of(...signed, 9),
    ],
  ])('to sign a transaction takes as an answer %s', async (_, answer, signedTransaction) => {
    const { call } = await paired();
    phone.answer = () => answer;
    expect(await call('solana:signTransaction', input)).toEqual([{ signedTransaction }]);
    const params = { transaction: inBase64(transaction), pubkey: first };
    expect(phone.requests).toMatchObject([{ chainId: local, request: { method: methods[1], params } }]);
  });

  it('to send has the options too, and takes the signature', async () => {
    const { call } = await paired();
    phone.answer = () => ({ signature: toText(signature) });
    expect(await call('solana:signAndSendTransaction', input)).toEqual([{ signature }]);
    const params = { transaction: inBase64(transaction), pubkey: first, sendOptions: input.options };
    expect(phone.requests).toMatchObject([{ chainId: local, request: { method: methods[2], params } }]);
  });

  it('names its chain as the phone does', async () => {
    const { call } = await paired([one, `${formerDevnet}:${first}`]);
    phone.answer = () => ({ signature: toText(signature) });
    await call('solana:signAndSendTransaction', { ...input, chain: devnet });
    expect(phone.requests).toMatchObject([{ chainId: formerDevnet }]);
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a bare text', toText(signature)],
    ['a signature of 63 bytes', { signature: toText(signature.slice(1)) }],
    ['a signature that is no base58', { signature: '0'.repeat(88) }],
    ['a signature without end', { signature: '1'.repeat(100_000) }],
    ['a signature in bytes', { signature }],
  ])('fails that is answered by %s', async (_, answer) => {
    const { call } = await paired();
    phone.answer = () => answer;
    for (const feature of ['solana:signTransaction', 'solana:signAndSendTransaction'] as const)
      await expect(call(feature, input)).rejects.toMatchObject({
        code: 'wallet/malformed',
        context: { place: 'signature' },
      });
  });

  it.each([7, '', 'no base64!', inBase64(signed.slice(0, 65))])(
    'to sign fails that is answered by the transaction %j',
    async (answer) => {
      const { call } = await paired();
      phone.answer = () => ({ signature: toText(signature), transaction: answer });
      await expect(call('solana:signTransaction', input)).rejects.toMatchObject({
        code: 'wallet/malformed',
        context: { place: 'signedTransaction' },
      });
    },
  );

  it('to sign fails that is answered by a signature of something else', async () => {
    const { call } = await paired();
    phone.answer = () => ({ signature: toText(new Uint8Array(64).fill(1)) });
    await expect(call('solana:signTransaction', input)).rejects.toMatchObject({
      code: 'wallet/wrong-signature',
    });
  });

  it.each<[string, object, number]>([
    ['a method', input, 4200],
    ['an account', { ...input, account: { address: second } }, 4100],
    ['a chain', { ...input, chain: devnet }, 4100],
  ])('is not sent if the phone does not grant %s', async (_, asked, code) => {
    const { call } = await paired([one], ['solana_signMessage']);
    await expect(call('solana:signTransaction', asked)).rejects.toMatchObject({ code });
    expect(phone.requests).toEqual([]);
  });
});

describe('a connected phone', () => {
  let cluster: Awaited<ReturnType<typeof startTestChain>>;
  let page: ReturnType<typeof openDocument>;
  const id = idOf({ addresses }, 0);
  const message = { kind: 'message' as const, account: id as AccountId, text: 'Ahoy' };
  const transfer = { kind: 'send' as const, account: id, to: second, amount: '1000' };

  beforeAll(async () => {
    cluster = await startTestChain();
  }, 30_000);

  afterAll(() => cluster.stop());

  beforeEach(() => {
    page = openDocument();
  });

  afterEach(async () => {
    // React finishes what it has begun while the page is there.
    await turn();
    await page.close();
  });

  async function connect(allowed = methods) {
    const wallet = await paired([one, two], allowed);
    const connector = openConnector(toNetworks(cluster.url));
    await connector.adopt({ ...wallet.loaded, wallet: wallet.provider, addresses });
    return { ...wallet, ...connector };
  }

  /** Signs like a phone whose account has this key, and sends like it. */
  function signBy(key: (typeof keys)[number] | undefined) {
    const signedBy = (bytes: Uint8Array) =>
      tweetnacl.sign.detached(bytes, key?.secretKey ?? new Uint8Array());
    phone.answer = async ({ request: { method, params } }) => {
      const asked = params as { message: string; transaction: string };
      if (method === 'solana_signMessage') return { signature: toText(signedBy(toBytes(asked.message))) };
      const transaction = new Uint8Array(getBase64Encoder().encode(asked.transaction));
      const signature = signedBy(transaction.slice(65));
      transaction.set(signature, 1);
      if (method === 'solana_signAndSendTransaction') await submit(getBase64Decoder().decode(transaction));
      return { signature: toText(signature) };
    };
  }

  async function submit(transaction: string): Promise<void> {
    const params = [transaction, { encoding: 'base64' }];
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sendTransaction', params });
    const headers = { 'content-type': 'application/json' };
    const answer = await (await fetch(cluster.url, { method: 'POST', headers, body })).json();
    expect(answer).not.toHaveProperty('error');
  }

  it('is unverified until a signature proves its account, on every network, also after a reload', async () => {
    const { view, signMessage, switchNetwork } = await connect();
    expect(view.connection.get()).toMatchObject({ status: 'connected', isUnverified: true });
    signBy(keys[0]);
    expect(await signMessage(message)).toMatchObject({ isVerified: true });
    expect(view.connection.get()).not.toHaveProperty('isUnverified');
    await switchNetwork(devnet);
    expect(view.connection.get()).not.toHaveProperty('isUnverified');
    expect((open().loaded.own as Own).proof?.has(first)).toBe(true);
  });

  it.each([
    ['by itself', methods],
    ['by the page, if it grants no more than to sign', methods.slice(0, 2)],
  ])('sends %s', async (_, allowed) => {
    const { send } = await connect(allowed);
    signBy(keys[0]);
    const { transaction } = await send(transfer);
    expect(phone.requests.at(-1)?.request.method).toBe(allowed.at(-1));
    const status = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'getSignatureStatuses',
      params: [[transaction]],
    });
    const headers = { 'content-type': 'application/json' };
    const answer = await (await fetch(cluster.url, { method: 'POST', headers, body: status })).json();
    expect(answer.result.value).toEqual([expect.objectContaining({ err: null })]);
  });

  it('that grants no more than to sign messages is not offered to send', async () => {
    const { view } = await connect(methods.slice(0, 1));
    expect(view.connection.get()).toMatchObject({
      capabilities: ['message', 'sign-in', 'switchNetwork', 'switchAccount'],
    });
  });
});
