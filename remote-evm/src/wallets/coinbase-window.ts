import { NAME, VERSION } from '@coinbase/wallet-sdk/dist/sdk-info.js';
import { field, LinkspanError } from '@linkspan/contract';
import { windowPingMs } from '@linkspan/kit/limits';

export interface WindowOptions {
  readonly wallet: string;
  /** The address of the wallet's site, without a slash at its end. */
  readonly site: string;
  readonly metadata: {
    readonly appName: string;
    readonly appLogoUrl: string | null;
    readonly appChainIds: number[];
  };
  /** Closes the window: requests reject with `wallet/cancelled`. */
  readonly signal: AbortSignal;
}

/** A message to the wallet; its answer has the id as `requestId`. */
interface Request {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** The window of one request, in the form in which the package's signer asks it. */
export interface CoinbaseWindow {
  /** Opens the window within the call, once. Resolves when its site is loaded. */
  waitForPopupLoaded(): Promise<void>;
  /**
   * The answer to a message. Rejects with `wallet/window-blocked`, with `wallet/closed` once the window is closed, with
   * `wallet/cancelled`.
   */
  postRequestAndWaitForResponse(request: Request): Promise<unknown>;
  /** Closes the window, and removes all listeners. */
  close(): void;
}

const preference = { options: 'smartWalletOnly', telemetry: false };

/** Which kind of wallet the person wants, as the site names it: `scw` is the one with a window. Rejects as the window does. */
export async function askForKind(opened: CoinbaseWindow, handshakeRequest: object): Promise<unknown> {
  await opened.waitForPopupLoaded();
  const data = { ...preference, handshakeRequest };
  const request = { id: crypto.randomUUID(), event: 'selectSignerType', data };
  return field(await opened.postRequestAndWaitForResponse(request), 'data');
}

/** A window that is not open yet. */
export function createWindow({ wallet, site, metadata, signal }: WindowOptions): CoinbaseWindow {
  const address = new URL(`${site}/connect`);
  const { origin, pathname } = window.location;
  address.search = String(
    new URLSearchParams({
      ...{ sdkName: NAME, sdkVersion: VERSION, origin },
      coop: 'same-origin-allow-popups',
    }),
  );
  const ended = new AbortController();
  let loading: Promise<void> | undefined;
  let opened: Window | null = null;
  let fail = (_: Error): void => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failed.catch(() => undefined);

  /** The next message of the window that is meant. */
  function nextMessage(isMeant: (message: unknown) => boolean): Promise<unknown> {
    const message = new Promise<unknown>((resolve) => {
      const onMessage = (event: MessageEvent) => {
        if (event.origin === address.origin && event.source === opened && isMeant(event.data))
          resolve(event.data);
      };
      window.addEventListener('message', onMessage, { signal: ended.signal });
    });
    return Promise.race([message, failed]);
  }

  const isEvent = (name: string) => (message: unknown) => field(message, 'event') === name;
  const closed = () => fail(new LinkspanError('wallet/closed', { wallet }));
  const cancel = () => fail(new LinkspanError('wallet/cancelled', { wallet }));

  /** The last answer may still be on its way when the window is seen closed: it is looked at once more. */
  function watch(): void {
    let wasClosed = false;
    const timer = setInterval(() => {
      if (wasClosed) closed();
      wasClosed = opened?.closed === true;
    }, windowPingMs);
    ended.signal.addEventListener('abort', () => clearInterval(timer));
  }

  async function open(): Promise<void> {
    if (signal.aborted || ended.signal.aborted) throw new LinkspanError('wallet/cancelled', { wallet });
    opened = window.open(address, '_blank', 'popup=1,width=420,height=540');
    if (opened === null) throw new LinkspanError('wallet/window-blocked', { wallet });
    signal.addEventListener('abort', cancel, { signal: ended.signal });
    watch();
    nextMessage(isEvent('PopupUnload')).then(closed, () => undefined);
    const loaded = await nextMessage(isEvent('PopupLoaded'));
    // Query and fragment of the page may hold secrets.
    const data = { version: VERSION, metadata, preference, location: origin + pathname };
    opened.postMessage({ requestId: field(loaded, 'id'), data }, address.origin);
  }

  const waitForPopupLoaded = () => (loading ??= open());
  return {
    waitForPopupLoaded,
    async postRequestAndWaitForResponse(request) {
      await waitForPopupLoaded();
      const answer = nextMessage((message) => field(message, 'requestId') === request.id);
      opened?.postMessage(request, address.origin);
      return answer;
    },
    close() {
      cancel();
      ended.abort();
      opened?.close();
    },
  };
}
