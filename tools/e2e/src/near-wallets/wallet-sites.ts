import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { nearAccounts } from '@linkspan/practice/accounts';
import { KeyPair } from '@near-js/crypto';
import { KeyPairSigner } from '@near-js/signers';
import {
  actionCreators,
  createTransaction,
  decodeTransaction,
  type Transaction,
} from '@near-js/transactions';
import { base58 } from '@scure/base';
import { near } from '../page/families.ts';

/** What the fixture does otherwise than a person expects of it; a test sets it between two requests. */
export interface Behavior {
  /** Signs by this account whatever was asked. */
  account?: string;
  /** Sends this much, in yoctoNEAR. */
  amount?: bigint;
}

/** A stand-in for the sites of MyNearWallet, Meteor and Intear. */
export interface Fixture extends AsyncDisposable {
  /** Its origin. */
  readonly url: string;
  /** Of each wallet's site, by the wallet's id. */
  readonly sites: readonly { readonly id: string; readonly url: string }[];
  readonly behavior: Behavior;
  /** The paths and queries that its windows were opened at. */
  readonly opened: readonly URL[];
}

/**
 * Serves fixtures of three sites: of MyNearWallet's and Intear's, built from what the selector's modules open and accept,
 * and of Meteor's, built from its protocol as far as it is known. Each request is a page with Approve and Reject, which
 * answers the page that opened it by `postMessage`. They sign by the practice accounts' keys, and send to the practice chain.
 * Nothing of the real sites is in them.
 */
export async function openWalletSites(): Promise<Fixture> {
  const behavior: Behavior = {};
  const opened: URL[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://fixture');
    if (request.method === 'GET') {
      opened.push(url);
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(url));
    }
    // Intear's module tells the wallet of a logout from the page.
    response.setHeader('access-control-allow-origin', '*');
    if (request.method === 'OPTIONS')
      return void response.writeHead(204, { 'access-control-allow-headers': 'content-type' }).end();
    json(request)
      .then((inputs) => {
        if (inputs === undefined) return answer(url, behavior);
        if (url.pathname.startsWith('/intear/')) return answerIntear(url, inputs as IntearInputs, behavior);
        return answerMeteor(url.pathname.split('/').at(-1) ?? '', inputs as Inputs, behavior);
      })
      .then(
        (told) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(told)),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  });
  await once(server.listen(0, 'localhost'), 'listening');
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    url,
    sites: [
      ...['mynearwallet', 'meteor-wallet', 'nightly-wallet'].map((id) => ({ id, url })),
      { id: 'intear-wallet', url: `${url}/intear` },
    ],
    behavior,
    opened,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What stands in for an extension in a page signs by this, outside of it. */
export interface Signing {
  readonly message?: string;
  readonly recipient?: string;
  readonly nonce?: readonly number[];
  /** Borsh of an unsigned transaction, in base64. */
  readonly transaction?: string;
}

/** Signs a message (NEP-413), or a transaction as its signed Borsh in base64. */
export async function signOutside(
  { message = '', recipient = '', nonce = [], transaction }: Signing,
  behavior: Behavior = {},
) {
  const key = keyOf(behavior);
  const signer = toSigner(key);
  const { accountId, publicKey } = key;
  if (transaction === undefined) {
    const { signature } = await signer.signNep413Message(
      message,
      accountId,
      recipient,
      Uint8Array.from(nonce),
    );
    return { accountId, publicKey, signature: Buffer.from(signature).toString('base64') };
  }
  const { receiverId, nonce: at, actions, blockHash } = decodeTransaction(Buffer.from(transaction, 'base64'));
  const [action] = actions;
  if (behavior.amount !== undefined && action?.transfer) action.transfer.deposit = behavior.amount;
  // What is decoded has a key that the signer does not know as its own.
  const own = await signer.getPublicKey();
  const [, signed] = await signer.signTransaction(
    createTransaction(accountId, own, receiverId, at, actions, blockHash),
  );
  return { signed: Buffer.from(signed.encode()).toString('base64') };
}

const myNearWalletPage = `<!doctype html><title>MyNearWallet fixture</title><h1>MyNearWallet fixture</h1>
<button>Approve</button><button>Reject</button><script>
  const [approve, reject] = document.querySelectorAll('button');
  const tell = (told) => opener.postMessage(told, '*');
  approve.onclick = async () => tell(await (await fetch(location.href, { method: 'POST' })).json());
  reject.onclick = () => tell({ status: 'failure', errorMessage: 'User rejected the request' });
</script>`;

const meteorPage = `<!doctype html><title>Meteor fixture</title><h1>Meteor fixture</h1>
<button>Approve</button><button>Reject</button><script>
  const [approve, reject] = document.querySelectorAll('button');
  const uid = new URL(location.href).searchParams.get('connectionUid');
  const tell = (status, more = {}) => opener.postMessage({ uid, status, endTags: [], ...more }, '*');
  let inputs;
  onmessage = ({ data }) => {
    if (data.uid !== uid) return;
    if (/^closed_/.test(data.status)) return close();
    if (data.inputs) inputs = data.inputs;
    tell(inputs ? 'connected' : 'attempting_reconnect');
  };
  approve.onclick = async () => {
    const nonce = inputs.nonce && Object.values(inputs.nonce);
    const answer = await fetch(location.href, { method: 'POST', body: JSON.stringify({ ...inputs, nonce }) });
    tell('closed_success', { payload: await answer.json() });
  };
  reject.onclick = () => tell('closed_fail', { endTags: ['USER_CANCELLED'] });
  tell('attempting_reconnect');
</script>`;

const intearPage = `<!doctype html><title>Intear fixture</title><h1>Intear fixture</h1>
<button>Approve</button><button>Reject</button><button>Close</button><script>
  const [approve, reject, close] = document.querySelectorAll('button');
  const tell = (told) => (opener ?? parent).postMessage(told, '*');
  let asked;
  onmessage = ({ data }) => {
    if (data.type === 'close') return tell(data);
    asked = data;
  };
  approve.onclick = async () => {
    const answer = await fetch(location.href, { method: 'POST', body: JSON.stringify(asked.data) });
    tell(await answer.json());
  };
  reject.onclick = () => tell({ type: 'error', message: 'User rejected the request' });
  close.onclick = () => tell({ type: 'close' });
  tell({ type: 'ready' });
</script>`;

function pageOf({ pathname }: URL): string {
  if (pathname.startsWith('/intear/')) return intearPage;
  return pathname.startsWith('/connect/') ? meteorPage : myNearWalletPage;
}

/** What a request of Intear's module brings, as far as the fixture reads it; both are JSON. */
interface IntearInputs {
  readonly message: string;
  readonly transactions: string;
}

/** What Intear's site tells the module. */
async function answerIntear({ pathname }: URL, inputs: IntearInputs, behavior: Behavior): Promise<object> {
  const key = keyOf(behavior);
  const { accountId, publicKey } = key;
  const signer = toSigner(key);
  if (pathname.endsWith('/wallet-connector-iframe.html'))
    return {
      ...{ type: 'connected', accounts: [{ accountId }], logoutKey: publicKey },
      ...{ functionCallKeyAdded: false, useBridge: false },
    };
  if (pathname.endsWith('/sign-message')) {
    const { message, recipient, nonce } = JSON.parse(inputs.message) as Inputs;
    const bytes = Uint8Array.from(nonce);
    const { signature } = await signer.signNep413Message(message, accountId, recipient, bytes);
    const signed = { accountId, publicKey, signature: `ed25519:${base58.encode(signature)}` };
    return { type: 'signed', signature: signed };
  }
  if (!pathname.endsWith('/send-transactions')) return {};
  const [asked] = JSON.parse(inputs.transactions);
  return { type: 'sent', outcomes: [Object.entries(await sendTransfer(asked, behavior))] };
}

/** A transfer, in the form of the injected protocol. */
interface AskedTransfer {
  readonly receiverId: string;
  readonly actions: readonly [{ readonly params: { readonly deposit: string } }];
}

/** Signs a transfer by a practice account and sends it; its outcome. */
export async function sendTransfer(
  { receiverId, actions: [{ params }] }: AskedTransfer,
  behavior: Behavior = {},
): Promise<object> {
  const key = keyOf(behavior);
  const signer = toSigner(key);
  const transfer = actionCreators.transfer(BigInt(params.deposit));
  const own = await signer.getPublicKey();
  const unsigned = createTransaction(key.accountId, own, receiverId, 0n, [transfer], new Uint8Array(32));
  const { outcome } = await send(unsigned, { key, signer, amount: behavior.amount });
  return outcome;
}

/** What a request of Meteor's protocol brings, as far as the fixture reads it. */
export interface Inputs {
  readonly message: string;
  readonly recipient: string;
  readonly nonce: readonly number[];
  readonly transactions: string;
}

async function json(request: IncomingMessage): Promise<unknown> {
  const body = await text(request);
  return body === '' ? undefined : JSON.parse(body);
}

function keyOf({ account }: Behavior): Key {
  const key = nearAccounts.find(({ accountId }) => accountId === account) ?? nearAccounts[0];
  if (key === undefined) throw new Error('There is no practice account.');
  return key;
}

/** The payload of a request of Meteor's protocol: `login`, `sign_message` or `sign`. */
export async function answerMeteor(actionType: string, inputs: Inputs, behavior: Behavior): Promise<object> {
  const key = keyOf(behavior);
  const { accountId, publicKey } = key;
  const signer = toSigner(key);
  if (actionType === 'login') return { accountId, allKeys: [publicKey] };
  if (actionType === 'sign_message') {
    const { message, recipient, nonce } = inputs;
    const { signature } = await signer.signNep413Message(
      message,
      accountId,
      recipient,
      Uint8Array.from(nonce),
    );
    return { accountId, publicKey, signature: Buffer.from(signature).toString('base64') };
  }
  const asked = decodeTransaction(Buffer.from(inputs.transactions, 'base64'));
  const { outcome } = await send(asked, { key, signer, amount: behavior.amount });
  return { executionOutcomes: [outcome] };
}

async function answer({ pathname, searchParams }: URL, behavior: Behavior): Promise<object> {
  const key = keyOf(behavior);
  const { accountId, publicKey } = key;
  const status = 'success';
  if (pathname === '/login/') return { status, account_id: accountId, all_keys: publicKey };
  const signer = toSigner(key);
  const read = (name: string) => searchParams.get(name) ?? '';
  if (pathname === '/sign-message') {
    const nonce = new Uint8Array(Buffer.from(read('nonce'), 'base64'));
    const { signature } = await signer.signNep413Message(
      read('message'),
      accountId,
      read('recipient'),
      nonce,
      read('callbackUrl'),
    );
    const signed = { accountId, publicKey, signature: Buffer.from(signature).toString('base64') };
    return { status, signedRequest: signed };
  }
  const asked = decodeTransaction(Buffer.from(read('transactions'), 'base64'));
  return { status, transactionHashes: (await send(asked, { key, signer, amount: behavior.amount })).hash };
}

type Key = (typeof nearAccounts)[number];

interface Sending {
  readonly key: Key;
  readonly signer: KeyPairSigner;
  readonly amount: bigint | undefined;
}

/** Signs a transaction with the account's own key and nonce, as the wallets do, and sends it. */
async function send(asked: Transaction, { key, signer, amount }: Sending) {
  const { accountId: account_id, publicKey: public_key } = key;
  const finality = 'final';
  const access = await ask('query', { request_type: 'view_access_key', finality, account_id, public_key });
  const { header } = await ask('block', { finality });
  const [action] = asked.actions;
  if (amount !== undefined && action?.transfer) action.transfer.deposit = amount;
  const transaction = createTransaction(
    account_id,
    await signer.getPublicKey(),
    asked.receiverId,
    BigInt(access.nonce) + 1n,
    asked.actions,
    base58.decode(header.hash),
  );
  const [hash, signed] = await signer.signTransaction(transaction);
  const signed_tx_base64 = Buffer.from(signed.encode()).toString('base64');
  return { hash: base58.encode(hash), outcome: await ask('send_tx', { signed_tx_base64 }) };
}

async function ask(method: string, params: object) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(near.networks[0].rpcUrl, { method: 'POST', headers, body });
  const { result, error } = (await response.json()) as {
    result: { nonce: number; header: { hash: string } };
    error?: object;
  };
  if (error) throw new Error(JSON.stringify(error));
  return result;
}

function toSigner({ seed, publicKey }: Key): KeyPairSigner {
  const secret = new Uint8Array([...seed, ...base58.decode(publicKey.slice('ed25519:'.length))]);
  return new KeyPairSigner(KeyPair.fromString(`ed25519:${base58.encode(secret)}`));
}
