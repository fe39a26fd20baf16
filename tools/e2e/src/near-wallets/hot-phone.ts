import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { nearAccounts } from '@linkspan/practice/accounts';
import { base58 } from '@scure/base';
import { type Behavior, sendTransfer, signOutside } from './wallet-sites.ts';

/** A stand-in for HOT's relay, and for a phone that has HOT. */
export interface Phone extends AsyncDisposable {
  /** The relay's origin. */
  readonly url: string;
  /** Answers what a code asks, `https://…?hotcall-ID`: as a person who approves on the phone, or who refuses. */
  answer(code: string, does?: 'approve' | 'refuse', behavior?: Behavior): Promise<void>;
}

/** What a page asks through the relay, as far as the phone reads it. */
export interface Asked {
  readonly method: string;
  readonly request: {
    readonly message: string;
    readonly recipient: string;
    readonly nonce: readonly number[];
    readonly transactions: readonly [Parameters<typeof sendTransfer>[0]];
  };
}

/** Built from what is known of HOT's relay: requests and answers are kept by the id in the code, in the clear. */
export async function openPhone(): Promise<Phone> {
  const requests = new Map<string, string>();
  const responses = new Map<string, string>();
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'content-type');
    response.setHeader('access-control-allow-methods', 'GET, POST, DELETE');
    const [, id = '', part] = (request.url ?? '').split('/');
    if (request.method === 'POST') requests.set(id, JSON.parse(await text(request)).data);
    if (request.method === 'DELETE') requests.delete(id);
    if (request.method !== 'GET' || part !== 'response') return void response.end();
    const data = responses.get(id);
    response.writeHead(data === undefined ? 404 : 200).end(JSON.stringify({ data }));
  });
  await once(server.listen(0, 'localhost'), 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async answer(code, does = 'approve', behavior = {}) {
      const id = code.split('hotcall-')[1] ?? '';
      const asked: Asked = JSON.parse(new TextDecoder().decode(base58.decode(requests.get(id) ?? '')));
      const payload = does === 'approve' ? await approveHot(asked, behavior) : 'Rejected by user';
      responses.set(id, JSON.stringify({ success: does === 'approve', payload }));
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What HOT answers once its person has approved. */
export async function approveHot({ method, request }: Asked, behavior: Behavior): Promise<object> {
  const [account] = nearAccounts;
  if (method === 'near:signIn') return { accountId: account?.accountId, publicKey: account?.publicKey };
  if (method === 'near:signMessage') return signOutside(request, behavior);
  return { transactions: [await sendTransfer(request.transactions[0], behavior)] };
}
