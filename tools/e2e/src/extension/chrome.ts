import type { Request } from './messages.ts';

/** Chromium's `chrome.runtime`, as far as the extension uses it. */
interface Runtime {
  getURL(path: string): string;
  sendMessage(message: unknown): Promise<unknown>;
  readonly onMessage: {
    /** A listener that answers `true` answers later. */
    addListener(
      listen: (
        message: Request,
        sender: { readonly origin?: string },
        answer: (value: unknown) => void,
      ) => true,
    ): void;
  };
}

/** What the browser gives the scripts of an extension. */
export function runtime(): Runtime {
  return Reflect.get(globalThis, 'chrome').runtime;
}
