/** A request of EIP-1193. */
export interface Request {
  readonly method: string;
  readonly params?: readonly unknown[];
}

/** What a wallet answers, or its error as EIP-1193 has it. */
export type Answer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } };

/** What the script in the page's own world asks the extension, and what it is answered. */
export type Message =
  | { readonly to: 'extension'; readonly id: string; readonly request: Request }
  | { readonly to: 'page'; readonly id: string; readonly answer: Answer };

/** Sends a message to the other script of the same page, and to no frame of another origin. */
export function post(message: Message): void {
  window.postMessage(message, location.origin);
}

/** Hears what this page alone says to one of the two. */
export function hear<To extends Message['to']>(
  to: To,
  listen: (message: Extract<Message, { to: To }>) => void,
): void {
  window.addEventListener('message', ({ source, data }) => {
    if (source === window && data?.to === to) listen(data);
  });
}
