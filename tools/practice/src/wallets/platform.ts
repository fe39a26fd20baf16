import { openPageStorage, type PageStorage } from './page-storage.ts';

/** What the wallets take from the browser: time, randomness, network, storage and the page they are in. */
export interface Platform {
  /** Where announcements are heard and made. */
  readonly page: EventTarget;
  /** The origin that asks, such as `http://localhost:4300`. */
  readonly origin: string;
  /** RFC 3986 authority of the page, such as `localhost:4300`. */
  readonly host: string;
  readonly storage: PageStorage;
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after so many milliseconds. */
  wait(delayMs: number): Promise<void>;
  /** A random UUID, version 4. */
  createUuid(): string;
  fetch(address: string, init: RequestInit): Promise<Response>;
}

/** The platform of the page this runs in. */
export function browserPlatform(): Platform {
  return {
    page: window,
    origin: location.origin,
    host: location.host,
    storage: openPageStorage(() => localStorage),
    now: () => Date.now(),
    wait: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
    createUuid: () => toUuid(crypto.getRandomValues(new Uint8Array(16))),
    fetch: (address, init) => fetch(address, init),
  };
}

/** Writes 16 random bytes as a UUID of version 4 (RFC 9562, section 5.4). */
export function toUuid(random: Uint8Array): string {
  // crypto.randomUUID is missing where the page is not a secure context, such as http on a local network.
  const bytes = random.map((byte, at) => (at === 6 ? (byte & 15) | 64 : at === 8 ? (byte & 63) | 128 : byte));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
