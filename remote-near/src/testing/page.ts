import { vi } from 'vitest';

/** A window for tests: events, an address, and where the page was sent. */
export interface FakePage extends EventTarget {
  readonly location: {
    href: string;
    readonly origin: string;
    readonly host: string;
    readonly pathname: string;
    assign(address: string): void;
  };
  readonly history: {
    readonly state: unknown;
    replaceState(state: unknown, _: string, address: string): void;
  };
  /** The addresses that the page was to be left for. */
  readonly left: readonly string[];
}

/** Puts a window in place of the one that Node lacks; answers it. Each test takes a fresh one. */
export function installPage(href = 'http://localhost:4300/'): FakePage {
  const left: string[] = [];
  const { origin, host, pathname } = new URL(href);
  const location = { href, origin, host, pathname, assign: (address: string) => void left.push(address) };
  const history = {
    state: null,
    replaceState(_: unknown, __: string, address: string) {
      location.href = new URL(address, location.href).href;
    },
  };
  const page = Object.assign(new EventTarget(), { location, history, left });
  vi.stubGlobal('window', page);
  return page;
}
