import type { Signature } from '@solana/kit';
import { z } from 'zod';
import type { RpcDialect } from '../rpc/answer-rpc.ts';
import { RpcError, rpcCodes } from '../rpc/rpc-error.ts';
import { type Cluster, type LandedTransaction, SLOT_MS } from './cluster.ts';
import { toSolanaErrorBody } from './create-solana-dialect.ts';
import { inContext } from './methods.ts';
import { accountReading, address, parseParams, reading, signature, u53 } from './params.ts';
import { viewAccount } from './view-account.ts';

/** What one websocket asked to be told, as a dialect, and its undoing. */
export interface Subscriptions extends RpcDialect {
  close(): void;
}

type Notify = (method: string, result: unknown) => void;
type Stop = () => void;

const ofSignature = z.tuple([signature, reading.nullish()]);
const ofAccount = z.tuple([address, accountReading.nullish()]);
const ofSubscription = z.tuple([u53]);

/** Returns the subscribing methods of one websocket, and sends its notifications as text. */
export function createSubscriptions(cluster: Cluster, send: (text: string) => void): Subscriptions {
  const open = new Map<number, Stop>();
  let latest = 0;
  const close = (id: number) => {
    open.get(id)?.();
    return open.delete(id);
  };
  const subscribe = (start: (notify: Notify, done: Stop) => Stop) => {
    const id = ++latest;
    const notify: Notify = (method, result) => {
      if (open.has(id))
        send(JSON.stringify({ jsonrpc: '2.0', method, params: { result, subscription: id } }));
    };
    open.set(
      id,
      start(notify, () => close(id)),
    );
    return id;
  };
  return {
    call(method, params) {
      if (method === 'signatureSubscribe') return subscribe(watchSignature(cluster, params));
      if (method === 'accountSubscribe') return subscribe(watchAccount(cluster, params));
      if (method === 'slotSubscribe') return subscribe((notify) => watchSlots(cluster, notify));
      if (unsubscribers.has(method)) return endSubscription(close, params);
      throw new RpcError({ code: rpcCodes.methodNotFound, message: 'Method not found' });
    },
    toErrorBody: toSolanaErrorBody,
    close() {
      for (const id of [...open.keys()]) close(id);
    },
  };
}

const unsubscribers = new Set(['signatureUnsubscribe', 'accountUnsubscribe', 'slotUnsubscribe']);

function endSubscription(close: (id: number) => boolean, params: unknown): true {
  const [id] = parseParams(ofSubscription, params);
  if (close(id)) return true;
  throw new RpcError({ code: rpcCodes.invalidParams, message: 'Invalid subscription id.' });
}

// A signature is told once, also if it landed before; then its subscription has ended.
function watchSignature(cluster: Cluster, params: unknown) {
  const [wanted] = parseParams(ofSignature, params);
  return (notify: Notify, done: Stop): Stop => {
    const tell = ({ err }: LandedTransaction) => {
      notify('signatureNotification', inContext(cluster, { err }));
      done();
    };
    const early = setImmediate(() => tellEarly(cluster, wanted, tell));
    const stop = listenTo(cluster, (landed) => landed.signature === wanted && tell(landed));
    return () => {
      clearImmediate(early);
      stop();
    };
  };
}

function tellEarly({ landed }: Cluster, wanted: Signature, tell: (landed: LandedTransaction) => void): void {
  const found = landed.get(wanted);
  if (found) tell(found);
}

function watchAccount(cluster: Cluster, params: unknown) {
  const [account, options] = parseParams(ofAccount, params);
  const absent = {
    lamports: 0,
    owner: '1'.repeat(32),
    data: ['', 'base64'],
    executable: false,
    rentEpoch: 0,
    space: 0,
  };
  return (notify: Notify): Stop =>
    listenTo(cluster, ({ message }) => {
      if (!message.staticAccounts.includes(account)) return;
      notify(
        'accountNotification',
        inContext(cluster, viewAccount(cluster, account, options ?? {}) ?? absent),
      );
    });
}

function watchSlots({ blocks }: Cluster, notify: Notify): Stop {
  const timer = setInterval(() => {
    const slot = blocks.height();
    notify('slotNotification', { slot, parent: slot - 1, root: slot });
  }, SLOT_MS);
  return () => clearInterval(timer);
}

function listenTo({ listeners }: Cluster, listener: (landed: LandedTransaction) => void): Stop {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
