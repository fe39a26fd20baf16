import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PracticeNearAccount as NearKey, nearKeys } from '../accounts.ts';
import type { ServedNetworks } from '../chains/front.ts';
import { startNearFixture } from '../chains/near/start-near-fixture.ts';
import { ferry } from '../ferry.ts';
import type { Change, Fault } from './faults.ts';
import { announceNear, type InjectedNearWallet } from './near.ts';
import { callRpc } from './rpc.ts';
import { approve, openTestWallet, reject } from './testing/test-page.ts';

const [harbour, pier, lantern] = nearKeys[0] as readonly [NearKey, NearKey, NearKey];
const toAccount = ({ accountId, publicKey }: NearKey) => ({ accountId, publicKey });
const account = toAccount(harbour);

let fixture: ServedNetworks;
beforeAll(async () => {
  fixture = await startNearFixture({ port: 0, now: Date.now });
});
afterAll(() => fixture.stop());

function open() {
  const networkIds = ['near:practice', 'near:practice-two'] as const;
  const url = `http://127.0.0.1:${fixture.port}`;
  const opened = openTestWallet({ id: 'near', accounts: nearKeys[0], networkIds, url, decimals: 24 });
  const { page, wallet } = opened;
  const announced: InjectedNearWallet[] = [];
  page.target.addEventListener('near-wallet-injected', (event) => {
    announced.push((event as CustomEvent<InjectedNearWallet>).detail);
  });
  const stop = announceNear(wallet);
  const [injected] = announced as [InjectedNearWallet];
  return { ...opened, announced, stop, injected };
}

async function openSignedIn() {
  const opened = open();
  await opened.injected.signIn();
  return opened;
}

describe('announceNear', () => {
  it('announces the wallet at once and whenever a page is ready, until it stops', () => {
    const { page, wallet, announced, injected, stop } = open();
    expect(injected.manifest).toMatchObject({ id: 'practice.linkspan.wallet', name: 'Practice Wallet' });
    page.target.dispatchEvent(new Event('near-selector-ready'));
    wallet.fire('announce', { manifest: 'rubbish' });
    expect(announced).toEqual([injected, injected, { manifest: 'rubbish' }]);
    stop();
    page.target.dispatchEvent(new Event('near-selector-ready'));
    expect(announced).toHaveLength(3);
  });

  it('rejects every call with 4900 once the wallet is gone', async () => {
    const { wallet, injected } = await openSignedIn();
    wallet.change({ here: false });
    const { manifest: _, ...calls } = injected;
    for (const call of Object.values(calls)) await expect(call()).rejects.toMatchObject({ code: 4900 });
  });
});

describe('signing in', () => {
  it('shows no account before it is approved, and asks once', async () => {
    const { injected, titles } = open();
    expect(await injected.getAccounts()).toEqual([]);
    expect(titles()).toEqual([]);
    expect(await injected.signIn()).toEqual([account]);
    expect(await injected.signIn()).toEqual([account]);
    expect(titles()).toEqual(['Connect to this site']);
  });

  it('shows the accounts that were picked, the active one first, and none while locked', async () => {
    const { page, wallet, injected } = open();
    page.decide = async () => approve(harbour.accountId, pier.accountId);
    expect(await injected.signIn()).toEqual([harbour, pier].map(toAccount));
    wallet.change({ account: 'Pier' });
    expect(await injected.getAccounts()).toEqual([pier, harbour].map(toAccount));
    wallet.change({ locked: true });
    expect(await injected.getAccounts()).toEqual([]);
  });

  it.each(['testnet', 'practice', 'near:practice-two'])('knows the network %s', async (network) => {
    expect(await open().injected.signIn({ network })).toEqual([account]);
  });

  it.each([
    [{ network: 'mainnet' }, 4902],
    [{ addFunctionCallKey: { contractId: 'ferry.near' } }, 4200],
  ])('refuses %j', async (params, code) => {
    const { injected, titles } = open();
    await expect(injected.signIn(params)).rejects.toMatchObject({ code });
    expect(titles()).toEqual([]);
  });

  it('forgets the site when it is signed out', async () => {
    const { injected } = await openSignedIn();
    await injected.signOut();
    expect(await injected.getAccounts()).toEqual([]);
    await expect(injected.signMessage(message)).rejects.toMatchObject({ code: 4100 });
  });
});

const message = {
  message: 'Grüße from the pier',
  recipient: 'ferry.near',
  nonce: new Uint8Array(32).fill(5),
};

/** Whether a key has signed a message: the hash of 2^31 + 413 and, in Borsh, the message, nonce, recipient and callback. */
function isBy({ publicKey }: NearKey, { signature }: { readonly signature: string }, callbackUrl?: string) {
  const toU32 = (number: number) => new Uint8Array(Uint32Array.of(number).buffer);
  const toText = (text: string) => concatBytes(toU32(utf8ToBytes(text).length), utf8ToBytes(text));
  const payload = concatBytes(
    ...[toU32(2 ** 31 + 413), toText(message.message), message.nonce, toText(message.recipient)],
    callbackUrl === undefined ? Uint8Array.of(0) : concatBytes(Uint8Array.of(1), toText(callbackUrl)),
  );
  return ed25519.verify(
    base64.decode(signature),
    sha256(payload),
    base58.decode(publicKey.slice('ed25519:'.length)),
  );
}

describe('signing messages', () => {
  it('signs a message as NEP-413 says, after it showed it', async () => {
    const { page, injected } = await openSignedIn();
    const signed = await injected.signMessage({ ...message, state: 'a state' });
    expect(signed).toMatchObject({ ...account, state: 'a state' });
    expect(isBy(harbour, signed)).toBe(true);
    expect(page.shown.at(-1)).toMatchObject({ title: 'Sign a message', text: message.message });
    expect(page.shown.at(-1)?.facts).toContainEqual({ label: 'For', value: 'ferry.near' });
  });

  it('signs the callback and takes the nonce as a list', async () => {
    const { injected } = await openSignedIn();
    const callbackUrl = 'https://ferry.example/back';
    const signed = await injected.signMessage({ ...message, nonce: [...message.nonce], callbackUrl });
    expect([isBy(harbour, signed, callbackUrl), isBy(harbour, signed)]).toEqual([true, false]);
  });

  it('signs by the account that the page names, if it may', async () => {
    const { wallet, injected } = await openSignedIn();
    const params = { ...message, signerId: pier.accountId };
    await expect(injected.signMessage(params)).rejects.toMatchObject({ code: 4100 });
    wallet.change({ account: 'Pier' });
    wallet.change({ account: 'Harbour' });
    const signed = await injected.signMessage(params);
    expect([signed.accountId, isBy(pier, signed)]).toEqual([pier.accountId, true]);
  });

  it.each([undefined, {}, { ...message, nonce: new Uint8Array(31) }, { ...message, recipient: '' }])(
    'refuses %j with -32602',
    async (params) => {
      const { injected, titles } = await openSignedIn();
      await expect(injected.signMessage(params)).rejects.toMatchObject({ code: -32602 });
      expect(titles()).toEqual(['Connect to this site']);
    },
  );

  it('signs in and signs a message by one approval', async () => {
    const { injected, titles } = open();
    const [signedIn] = await injected.signInAndSignMessage({ messageParams: message });
    expect(signedIn).toMatchObject({ ...account, signedMessage: account });
    expect(signedIn && isBy(harbour, signedIn.signedMessage)).toBe(true);
    expect(await injected.getAccounts()).toEqual([account]);
    expect(titles()).toEqual(['Sign in to this site']);
  });

  it.each<[Change, NearKey | undefined]>([
    ['zeros', undefined],
    ['anotherKey', undefined],
    ['anotherAccount', pier],
    ['prefixed', undefined],
  ])('signs otherwise by the fault %s', async (how, signer) => {
    const { injected, setFault } = await openSignedIn();
    setFault({ does: 'change', on: ['sign', 'signIn'], how });
    const signed = await injected.signMessage(message);
    const [signedIn] = await injected.signInAndSignMessage({ messageParams: message });
    expect(nearKeys[0].filter((key) => isBy(key, signed))).toEqual(signer ? [signer] : []);
    expect(signed.accountId).toBe((signer ?? harbour).accountId);
    expect(isBy(harbour, signed, 'https://elsewhere.example/')).toBe(how === 'prefixed');
    const { accountId, publicKey } = signed;
    expect(signedIn).toEqual({ accountId, publicKey, signedMessage: signed });
  });
});

describe('sending', () => {
  const amount = 15n * 10n ** 23n;
  const transfer = {
    receiverId: pier.accountId,
    actions: [{ type: 'Transfer', params: { deposit: String(amount) } }],
  };
  const readBalances = () =>
    Promise.all(
      nearKeys[0].map(async ({ accountId: account_id }) => {
        const query = { request_type: 'view_account', finality: 'final', account_id };
        const { amount } = (await callRpc(open().wallet.networks[0], 'query', query)) as {
          readonly amount: string;
        };
        return BigInt(amount);
      }),
    );
  let before: readonly bigint[];
  beforeEach(async () => {
    before = await readBalances();
  });
  /** What the second and third account have gained. */
  const readGains = async () => {
    const [, ...gains] = (await readBalances()).map((balance, at) => balance - (before[at] ?? 0n));
    return gains;
  };

  it('moves the amount and returns the outcome', async () => {
    const { page, injected } = await openSignedIn();
    const outcome = await injected.signAndSendTransaction(transfer);
    expect(outcome).toMatchObject({ transaction: { signer_id: harbour.accountId } });
    expect(await readGains()).toEqual([amount, 0n]);
    const facts = page.shown.at(-1)?.facts.map(({ label, value }) => [label, value]) ?? [];
    expect(Object.fromEntries(facts)).toMatchObject({ Amount: '1.5 COIN', To: pier.accountId });
  });

  it("sends several by one approval, also as NEAR's libraries write them", async () => {
    const { injected, titles } = await openSignedIn();
    const other = { receiverId: lantern.accountId, actions: [{ transfer: { deposit: amount } }] };
    expect(await injected.signAndSendTransactions({ transactions: [transfer, other] })).toHaveLength(2);
    expect(await readGains()).toEqual([amount, amount]);
    expect(titles().slice(1)).toEqual(['Send 2 transactions']);
  });

  const params = {
    ...{ methodName: 'set_fee', args: { fee: '7' } },
    ...{ gas: '30000000000000', deposit: '1' },
  };
  const readFee = async () => {
    const query = { request_type: 'call_function', finality: 'final', account_id: ferry.near };
    const view = { ...query, method_name: 'get_fee', args_base64: '' };
    const { result } = (await callRpc(open().wallet.networks[0], 'query', view)) as {
      readonly result: readonly number[];
    };
    return JSON.parse(String.fromCharCode(...result));
  };

  it.each<[string, object, string, object]>([
    ['as wallet connectors write it', { type: 'FunctionCall', params }, '7', { Arguments: '{"fee":"7"}' }],
    [
      "with bytes, as NEAR's libraries write it",
      {
        functionCall: { ...params, args: utf8ToBytes('{"fee":"8"}'), gas: 30_000_000_000_000n, deposit: 1n },
      },
      ...(['8', { Arguments: '11 bytes' }] as const),
    ],
  ])('calls a contract, %s', async (_, action, fee, shown) => {
    const { page, injected } = await openSignedIn();
    await injected.signAndSendTransaction({ receiverId: ferry.near, actions: [action] });
    expect(await readFee()).toBe(fee);
    const facts = page.shown.at(-1)?.facts.map(({ label, value }) => [label, value]) ?? [];
    expect(Object.fromEntries(facts)).toMatchObject({
      ...{ To: ferry.near, Function: 'set_fee', Gas: '30 Tgas' },
      ...{ Amount: '0.000000000000000000000001 COIN', ...shown },
    });
  });

  it('rejects with what the contract says', async () => {
    const { injected } = await openSignedIn();
    const actions = [{ type: 'FunctionCall', params: { ...params, deposit: '0' } }];
    const sending = injected.signAndSendTransaction({ receiverId: ferry.near, actions });
    const data = { ActionError: { kind: { FunctionCallError: {} } } };
    await expect(sending).rejects.toMatchObject({ name: 'WalletError', data });
  });

  it('pays more with a call by the fault more', async () => {
    const { injected, setFault } = await openSignedIn();
    setFault({ does: 'change', on: 'send', how: 'more' });
    const actions = [{ type: 'FunctionCall', params }];
    const outcome = await injected.signAndSendTransaction({ receiverId: ferry.near, actions });
    expect(outcome).toMatchObject({ transaction: { actions: [{ FunctionCall: { deposit: '50' } }] } });
  });

  it.each([
    [{ ...transfer, actions: [{ type: 'DeleteAccount', params: {} }] }, -32602],
    [{ ...transfer, actions: [{ type: 'FunctionCall', params: { ...params, methodName: '' } }] }, -32602],
    [{ ...transfer, actions: [] }, -32602],
    [{ ...transfer, network: 'mainnet' }, 4902],
    [{ ...transfer, signerId: pier.accountId }, 4100],
  ])('refuses %j with %i, and asks nobody', async (params, code) => {
    const { injected, titles } = await openSignedIn();
    await expect(injected.signAndSendTransaction(params)).rejects.toMatchObject({ code });
    expect(titles()).toEqual(['Connect to this site']);
  });

  it('sends nothing if the person rejects', async () => {
    const { page, injected } = await openSignedIn();
    page.decide = reject;
    await expect(injected.signAndSendTransaction(transfer)).rejects.toMatchObject({ code: 4001 });
    expect(await readGains()).toEqual([0n, 0n]);
  });

  it.each([
    [{ receiverId: 'nobody.practice' }, { ActionError: { kind: { AccountDoesNotExist: {} } } }],
    [{ actions: [{ type: 'Transfer', params: { deposit: String(10n ** 33n) } }] }, {}],
  ])('rejects with what the chain says of %j', async (other, data) => {
    const { injected } = await openSignedIn();
    const sending = injected.signAndSendTransaction({ ...transfer, ...other });
    await expect(sending).rejects.toMatchObject({ name: 'WalletError', code: expect.any(Number), data });
  });

  it.each<[Fault, readonly bigint[]]>([
    [{ does: 'change', on: 'send', how: 'more' }, [amount * 50n, 0n]],
    [{ does: 'change', on: 'send', how: 'elsewhere' }, [0n, amount]],
    [{ does: 'repeat', on: 'send' }, [amount * 2n, 0n]],
    [{ does: 'failAfter', on: 'send' }, [amount, 0n]],
  ])('sends otherwise by %j', async (fault, gains) => {
    const { injected, setFault } = await openSignedIn();
    setFault(fault);
    await injected.signAndSendTransaction(transfer).catch(() => undefined);
    expect(await readGains()).toEqual(gains);
  });

  it('changes each of several transactions', async () => {
    const { injected, setFault } = await openSignedIn();
    setFault({ does: 'change', on: 'send', how: 'elsewhere' });
    await injected.signAndSendTransactions({ transactions: [transfer, transfer] });
    expect(await readGains()).toEqual([0n, amount * 2n]);
  });
});
