import { field, LinkspanError } from '@linkspan/contract';

/** Meteor's names of actions. */
export type ActionType = 'login' | 'sign_message' | 'sign';

/** A message to Meteor. */
export interface Envelope {
  readonly uid: string;
  readonly status: 'initializing' | 'connected' | 'closed_success' | 'closed_fail' | 'disconnected';
  readonly actionType: ActionType;
  /** Such as `testnet`. */
  readonly network: string;
  readonly endTags: readonly string[];
  readonly inputs?: object;
}

export interface LinkOptions {
  readonly wallet: string;
  /** The address of Meteor's site, without a slash at its end. */
  readonly site: string;
  readonly network: string;
  readonly actionType: ActionType;
  readonly uid: string;
}

/** A way to Meteor for one action: its extension, or a window of its site. */
export interface Link {
  /** Throws the extension's errors. */
  send(envelope: Envelope): void;
  /** Whether the window is closed; never true for an extension, which does not report it. */
  isClosed(): boolean;
  /** Hears nothing any more. The window stays open: Meteor closes it. */
  release(): void;
  /** Closes the window. */
  close(): void;
}

type OnMessage = (data: unknown) => void;

/** `window.meteorCom`: its listener gets the message alone, and cannot be removed. */
interface Extension {
  sendMessageData(envelope: Envelope): void;
  addMessageDataListener(onMessage: OnMessage): void;
}

/**
 * Opens the extension if it is here, else a window, which needs the press: nothing may have been awaited before. `hear`
 * gets Meteor's messages, unparsed. Throws `wallet/window-blocked`.
 */
export function openLink(options: LinkOptions, onMessage: OnMessage): Link {
  const extension = field(window, 'meteorCom');
  return isExtension(extension) ? openExtension(extension, onMessage) : openWindow(options, onMessage);
}

function isExtension(value: unknown): value is Extension {
  const names = ['sendMessageData', 'addMessageDataListener'];
  return names.every((name) => typeof field(value, name) === 'function');
}

/** The listeners of each extension, which takes one for the life of the page. */
const listeners = new WeakMap<Extension, Set<OnMessage>>();

function openExtension(extension: Extension, onMessage: OnMessage): Link {
  const all = listeners.get(extension) ?? listen(extension);
  all.add(onMessage);
  return {
    send: (envelope) => extension.sendMessageData(envelope),
    isClosed: () => false,
    release: () => void all.delete(onMessage),
    close: () => undefined,
  };
}

function listen(extension: Extension): Set<OnMessage> {
  const all = new Set<OnMessage>();
  extension.addMessageDataListener((data) => {
    for (const onMessage of [...all]) onMessage(data);
  });
  listeners.set(extension, all);
  return all;
}

function openWindow({ wallet, site, network, actionType, uid }: LinkOptions, onMessage: OnMessage): Link {
  const address = new URL(`${site}/connect/${network}/${actionType}`);
  const query = { connectionUid: uid, pageUri: window.location.origin, source: 'wpm' };
  address.search = String(new URLSearchParams(query));
  // Meteor answers through its opener.
  const opened = window.open(address, '_blank', 'popup=1,width=390,height=650');
  if (opened === null) throw new LinkspanError('wallet/window-blocked', { wallet });
  const released = new AbortController();
  const onOwnMessage = ({ origin, source, data }: MessageEvent) => {
    if (origin === address.origin && source === opened) onMessage(data);
  };
  window.addEventListener('message', onOwnMessage, { signal: released.signal });
  return {
    send: (envelope) => opened.postMessage(envelope, address.origin),
    isClosed: () => opened.closed,
    release: () => released.abort(),
    close: () => opened.close(),
  };
}
