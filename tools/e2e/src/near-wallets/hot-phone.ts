import { text } from 'node:stream/consumers';
import { base58 } from '@scure/base';
import { type Listening, listen } from '../place/listen.ts';
import {
  type AskedTransfer,
  type Behavior,
  type Message,
  readAccount,
  sendTransfer,
  signMessage,
} from './account.ts';

/** A stand-in for HOT's relay, and for a phone that has HOT. */
export interface Phone extends Listening {
  /** Answers what a code asks, `https://…?hotcall-ID`: as a person who approves on the phone, or who refuses. */
  answer(code: string, does?: 'approve' | 'refuse', behavior?: Behavior): Promise<void>;
}

/** What a page asks through the relay, as far as the phone reads it. */
export interface HotRequest {
  readonly method: string;
  readonly request: Message & { readonly transactions: readonly [AskedTransfer] };
}

/** Built from what is known of HOT's relay: requests and answers are kept by the id in the code, in the clear. */
export async function openPhone(): Promise<Phone> {
  const requests = new Map<string, string>();
  const responses = new Map<string, string>();
  const listening = await listen(async (request, response) => {
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
  return {
    ...listening,
    async answer(code, does = 'approve', behavior = {}) {
      const id = code.split('hotcall-')[1] ?? '';
      const asked: HotRequest = JSON.parse(new TextDecoder().decode(base58.decode(requests.get(id) ?? '')));
      const payload = does === 'approve' ? await approveHot(asked, behavior) : 'Rejected by user';
      responses.set(id, JSON.stringify({ success: does === 'approve', payload }));
    },
  };
}

/** What HOT answers once its person has approved. */
export async function approveHot({ method, request }: HotRequest, behavior: Behavior): Promise<object> {
  if (method === 'near:signIn') return readAccount({});
  const { message, recipient, nonce, transactions } = request;
  if (method === 'near:signMessage') return signMessage({ message, recipient, nonce }, behavior);
  return { transactions: [await sendTransfer(transactions[0], behavior)] };
}
