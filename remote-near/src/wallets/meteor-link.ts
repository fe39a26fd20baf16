import { field, LinkspanError } from '@linkspan/contract';

/** What Meteor can be asked for, as it names it. */
export type ActionType = 'login' | 'sign_message' | 'sign';

/** What the page sends to Meteor. */
export interface Envelope {
  readonly uid: string;
  readonly status: 'initializing' | 'connected' | 'closed_success' | 'closed_fail' | 'disconnected';
  readonly actionType: ActionType;
  /** Such as `testnet`. */
  readonly network: string;
  readonly endTags: readonly string[];
  readonly inputs?: object;
}

/** What a way to Meteor is opened for. */
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
  /** Throws what the extension throws. */
  send(envelope: Envelope): void;
  /** Whether the window is closed; never true of an extension, which does not tell. */
  isClosed(): boolean;
  /** Hears nothing any more. The window stays open: Meteor closes it. */
  release(): void;
  /** Closes the window. */
  close(): void;
}

type Hear = (data: unknown) => void;

/** `window.meteorCom`: its listener gets the message alone, and cannot be removed. */
interface Extension {
  sendMessageData(envelope: Envelope): void;
  addMessageDataListener(hear: Hear): void;
}

/**
 * Opens the extension if it is here, else a window, which needs the press: nothing may have been awaited before. `hear`
 * gets what Meteor sends, unparsed. Throws `wallet/window-blocked`.
 */
export function openLink(options: LinkOptions, hear: Hear): Link {
  const extension = field(window, 'meteorCom');
  return isExtension(extension) ? openExtension(extension, hear) : openWindow(options, hear);
}

function isExtension(value: unknown): value is Extension {
  const names = ['sendMessageData', 'addMessageDataListener'];
  return names.every((name) => typeof field(value, name) === 'function');
}

/** Who hears each extension: it has one listener for the life of the page. */
const hearers = new WeakMap<Extension, Set<Hear>>();

function openExtension(extension: Extension, hear: Hear): Link {
  const all = hearers.get(extension) ?? listen(extension);
  all.add(hear);
  return {
    send: (envelope) => extension.sendMessageData(envelope),
    isClosed: () => false,
    release: () => void all.delete(hear),
    close: () => undefined,
  };
}

function listen(extension: Extension): Set<Hear> {
  const all = new Set<Hear>();
  extension.addMessageDataListener((data) => {
    for (const hear of [...all]) hear(data);
  });
  hearers.set(extension, all);
  return all;
}

function openWindow({ wallet, site, network, actionType, uid }: LinkOptions, hear: Hear): Link {
  const address = new URL(`${site}/connect/${network}/${actionType}`);
  const query = { connectionUid: uid, pageUri: window.location.origin, source: 'wpm' };
  address.search = String(new URLSearchParams(query));
  // Meteor answers through its opener.
  const opened = window.open(address, '_blank', 'popup=1,width=390,height=650');
  if (opened === null) throw new LinkspanError('wallet/window-blocked', { wallet });
  const released = new AbortController();
  const hearOwn = ({ origin, source, data }: MessageEvent) => {
    if (origin === address.origin && source === opened) hear(data);
  };
  window.addEventListener('message', hearOwn, { signal: released.signal });
  return {
    send: (envelope) => opened.postMessage(envelope, address.origin),
    isClosed: () => opened.closed,
    release: () => released.abort(),
    close: () => opened.close(),
  };
}
