import { type Code, type Context, field, LinkspanError, toList } from '@linkspan/contract';
import { windowPingMs } from '@linkspan/kit/limits';
import { tryTo } from '@linkspan/kit/util';
import { toHexDigits } from '../actions.ts';
import { type Envelope, type LinkOptions, openLink } from './meteor-link.ts';

/** One action of Meteor. */
export interface Action extends Omit<LinkOptions, 'uid'> {
  /** Cancels the action: Meteor learns it, and its window closes. */
  readonly signal: AbortSignal;
}

/** A message of Meteor, with its payload unparsed. */
interface Reply {
  readonly status: (typeof statuses)[number];
  readonly endTags: readonly string[];
  readonly payload: unknown;
}

const statuses = [
  'attempting_reconnect',
  'connected',
  'closed_success',
  'closed_fail',
  'closed_window',
  'disconnected',
] as const;

/** The codes for the tags of an end. */
const meanings: ReadonlyMap<string, Code> = new Map<string, Code>([
  ['USER_CANCELLED', 'wallet/rejected'],
  ['WINDOW_CLOSED', 'wallet/closed'],
  ['NO_ACCOUNTS', 'wallet/no-accounts'],
  ['NEW_ACTION_STARTED', 'wallet/cancelled'],
]);

const mostTags = 20;
const mostDetail = 300;

/**
 * Asks Meteor for an action; answers its payload, unparsed. The window opens within the call, and gets the inputs once
 * they are there. Rejects with `wallet/window-blocked`, `wallet/rejected`, `wallet/closed`, `wallet/no-accounts`,
 * `wallet/cancelled`, `wallet/disconnected`, `wallet/failed`, and as `toInputs` does.
 */
export function askMeteor(
  { signal, ...action }: Action,
  toInputs: (signal: AbortSignal) => Promise<object>,
): Promise<unknown> {
  const { wallet, network, actionType } = action;
  const uid = createUid();
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new LinkspanError('wallet/cancelled', { wallet }));
    const ended = new AbortController();
    let status: 'initializing' | 'connected' = 'initializing';
    let inputs: object | undefined;

    function say(what: Envelope['status'], ...endTags: readonly string[]): void {
      const first = what === 'initializing' && inputs !== undefined && { inputs };
      link.send({ uid, status: what, actionType, network, endTags, ...first });
    }

    function end(settle: () => void, last?: 'closed_success' | 'closed_fail'): void {
      ended.abort();
      clearInterval(timer);
      link.release();
      settle();
      // Meteor closes its window once it is acknowledged.
      if (last !== undefined) tryTo(() => say(last));
    }

    function abandon(error: unknown): void {
      end(() => reject(error));
      tryTo(() => say('disconnected', 'NEW_ACTION_STARTED'));
      link.close();
    }

    function ping(): void {
      if (ended.signal.aborted) return;
      // A window that its site cuts off from this page reads as closed at once.
      if (link.isClosed()) end(() => reject(new LinkspanError('wallet/closed', { wallet })));
      else if (inputs !== undefined) {
        try {
          say(status);
        } catch (error) {
          end(() => reject(error));
        }
      }
    }

    function onMessage(data: unknown): void {
      const reply = parseReply(data, uid);
      if (reply === undefined) return;
      const { endTags, payload } = reply;
      if (reply.status === 'connected') {
        // Before the first message, it cannot have the inputs.
        if (inputs !== undefined) status = 'connected';
      } else if (reply.status === 'attempting_reconnect') {
        status = 'initializing';
        ping();
      } else if (reply.status === 'closed_success') end(() => resolve(payload), reply.status);
      else if (reply.status === 'closed_fail')
        end(() => reject(toEndError(endTags, wallet, 'wallet/failed')), reply.status);
      else if (reply.status === 'closed_window')
        end(() => reject(new LinkspanError('wallet/closed', { wallet })));
      else end(() => reject(toEndError(endTags, wallet, 'wallet/disconnected')));
    }

    const link = openLink({ ...action, uid }, onMessage);
    const timer = setInterval(ping, windowPingMs);
    const cancel = () => abandon(new LinkspanError('wallet/cancelled', { wallet }));
    signal.addEventListener('abort', cancel, { signal: ended.signal });
    const take = (given: object) => {
      inputs = given;
      ping();
    };
    toInputs(ended.signal).then(take, (error: unknown) => !ended.signal.aborted && abandon(error));
  });
}

/** Meteor's message for this action; undefined for anything else. Cannot throw. */
function parseReply(data: unknown, uid: string): Reply | undefined {
  const status = statuses.find((one) => one === field(data, 'status'));
  if (status === undefined || field(data, 'uid') !== uid) return undefined;
  const tags = toList(field(data, 'endTags'), mostTags) ?? [];
  const endTags = tags.filter((tag) => typeof tag === 'string');
  return { status, endTags, payload: field(data, 'payload') };
}

/** The last tag with a meaning counts. */
function toEndError(endTags: readonly string[], wallet: string, otherwise: Code): LinkspanError {
  const code = endTags.flatMap((tag) => meanings.get(tag) ?? []).at(-1) ?? otherwise;
  const detail = endTags.join(', ').slice(0, mostDetail);
  return new LinkspanError(code, { wallet, ...(code === 'wallet/failed' && { detail }) } as Context);
}

/** 32 random hexadecimal digits: the only thing by which Meteor links an answer to its request. */
function createUid(): string {
  return toHexDigits(crypto.getRandomValues(new Uint8Array(16)));
}
