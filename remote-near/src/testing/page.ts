import { vi } from 'vitest';

/** A window for tests: events and an address. */
export interface FakePage extends EventTarget {
  readonly location: Readonly<Record<'href' | 'origin' | 'protocol' | 'host' | 'pathname', string>>;
}

/** Puts a window in place of the one that Node lacks; answers it. Each test takes a fresh one. */
export function installPage(href = 'http://localhost:4300/'): FakePage {
  const { origin, protocol, host, pathname } = new URL(href);
  const page = Object.assign(new EventTarget(), { location: { href, origin, protocol, host, pathname } });
  vi.stubGlobal('window', page);
  return page;
}
