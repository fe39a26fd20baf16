import { text } from 'node:stream/consumers';
import { base58 } from '@scure/base';
import { type Listening, listen } from '../place/listen.ts';
import {
  type Behavior,
  type Message,
  readAccount,
  sendTransaction,
  sendTransfer,
  signMessage,
} from './account.ts';

/** A stand-in for the sites of MyNearWallet, Meteor and Intear. */
export interface Fixture extends Listening {
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
  const listening = await listen((request, response) => {
    const url = new URL(request.url ?? '', 'http://fixture');
    if (request.method === 'GET') {
      opened.push(url);
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(url));
    }
    // Intear's module tells the wallet of a logout from the page.
    response.setHeader('access-control-allow-origin', '*');
    if (request.method === 'OPTIONS')
      return void response.writeHead(204, { 'access-control-allow-headers': 'content-type' }).end();
    text(request)
      .then((body) => {
        if (body === '') return answerMyNearWallet(url, behavior);
        if (url.pathname.startsWith('/intear/')) return answerIntear(url, JSON.parse(body), behavior);
        return answerMeteor(url.pathname.split('/').at(-1) ?? '', JSON.parse(body), behavior);
      })
      .then(
        (told) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(told)),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  });
  const { url } = listening;
  const sites = ['mynearwallet', 'meteor-wallet', 'nightly-wallet'].map((id) => ({ id, url }));
  return { ...listening, sites: [...sites, { id: 'intear-wallet', url: `${url}/intear` }], behavior, opened };
}

const myNearWalletPage = `<!doctype html><title>MyNearWallet fixture</title><h1>MyNearWallet fixture</h1>
<button>Approve</button><button>Reject</button><script>
  const [approve, reject] = document.querySelectorAll('button');
  const tell = (told) => opener.postMessage(told, '*');
  approve.onclick = async () => tell(await (await fetch(location.href, { method: 'POST' })).json());
  // As the real site does at a signature.
  const canceled = { status: 'success', signedRequest: '' };
  const refused = { status: 'failure', errorMessage: 'User rejected the request' };
  reject.onclick = () => tell(location.pathname === '/sign-message' ? canceled : refused);
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

async function answerMyNearWallet({ pathname, searchParams }: URL, behavior: Behavior): Promise<object> {
  const { accountId, publicKey } = readAccount(behavior);
  const status = 'success';
  if (pathname === '/login/') return { status, account_id: accountId, all_keys: publicKey };
  const read = (name: string) => searchParams.get(name) ?? '';
  if (pathname !== '/sign-message')
    return { status, transactionHashes: (await sendTransaction(read('transactions'), behavior)).hash };
  const nonce = [...Buffer.from(read('nonce'), 'base64')];
  const asked = { message: read('message'), recipient: read('recipient'), callbackUrl: read('callbackUrl') };
  return { status, signedRequest: await signMessage({ ...asked, nonce }, behavior) };
}

/** What a request of Intear's module brings, as far as the fixture reads it; both are JSON. */
interface IntearInputs {
  readonly message: string;
  readonly transactions: string;
}

/** What Intear's site tells the module. */
async function answerIntear({ pathname }: URL, inputs: IntearInputs, behavior: Behavior): Promise<object> {
  const { accountId, publicKey } = readAccount(behavior);
  if (pathname.endsWith('/wallet-connector-iframe.html'))
    return {
      ...{ type: 'connected', accounts: [{ accountId }], logoutKey: publicKey },
      ...{ functionCallKeyAdded: false, useBridge: false },
    };
  if (pathname.endsWith('/sign-message')) {
    const { callbackUrl: _, ...asked }: Message = JSON.parse(inputs.message);
    const signed = await signMessage(asked, behavior);
    const signature = `ed25519:${base58.encode(Buffer.from(signed.signature, 'base64'))}`;
    return { type: 'signed', signature: { ...signed, signature } };
  }
  if (!pathname.endsWith('/send-transactions')) return {};
  const [asked] = JSON.parse(inputs.transactions);
  return { type: 'sent', outcomes: [Object.entries(await sendTransfer(asked, behavior))] };
}

/** What a request of Meteor's protocol brings, as far as the fixture reads it. */
export interface Inputs extends Message {
  readonly transactions: string;
}

/** The payload of a request of Meteor's protocol: `login`, `sign_message` or `sign`. */
export async function answerMeteor(actionType: string, inputs: Inputs, behavior: Behavior): Promise<object> {
  const { accountId, publicKey } = readAccount(behavior);
  if (actionType === 'login') return { accountId, allKeys: [publicKey] };
  if (actionType !== 'sign_message')
    return { executionOutcomes: [(await sendTransaction(inputs.transactions, behavior)).outcome] };
  const { message, recipient, nonce } = inputs;
  return signMessage({ message, recipient, nonce }, behavior);
}
