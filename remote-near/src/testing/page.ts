/** A window for tests: events, an address, and where the page was sent. */
export interface FakePage extends EventTarget {
  readonly location: { href: string; readonly host: string; assign(address: string): void };
  /** The addresses that the page was to be left for. */
  readonly left: readonly string[];
}

/** Puts a window in place of the one that Node lacks; answers it. Each test takes a fresh one. */
export function installPage(href = 'http://localhost:4300/'): FakePage {
  const left: string[] = [];
  const location = { href, host: new URL(href).host, assign: (address: string) => void left.push(address) };
  const page = Object.assign(new EventTarget(), { location, left });
  Object.assign(globalThis, { window: page });
  return page;
}
