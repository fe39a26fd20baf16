import type { ScopedStorage } from '@linkspan/contract';

/** A release that has worked in this browser, and the envelope of the live document that named it. */
export interface LastGood {
  /** Of its manifest: 64 hexadecimal digits. */
  readonly id: string;
  readonly text: string;
}

const toKey = (remote: string) => `${remote}:worked`;

/** What a browser keeps of it; empty texts where it keeps nothing. All of it is verified again. */
export function readLastGood(storage: ScopedStorage, remote: string): LastGood {
  const kept = storage.get(toKey(remote)) ?? '';
  return { id: kept.slice(0, 64), text: kept.slice(64) };
}

export function writeLastGood(storage: ScopedStorage, remote: string, { id, text }: LastGood): void {
  storage.set(toKey(remote), id + text);
}
