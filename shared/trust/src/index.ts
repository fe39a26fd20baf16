/** Reads and verifies documents, for the page and the release command. */
export * from './blocklist.ts';
export type { Bytes } from './bytes.ts';
export * from './choose-release.ts';
export * from './compare-versions.ts';
export * from './envelope.ts';
export { type Format, parsePayload } from './format.ts';
export { isVersion, openRecord, releaseFiles } from './forms.ts';
export { type Key, type KeyId, type Keys, keyidOf, keysShape, type PersonsRole, type Role } from './key.ts';
export * from './live.ts';
export * from './manifest.ts';
export { blockedBy, type Policy, refusalOf } from './policy.ts';
export { isClockInDoubt, isOutOfTime } from './refusal.ts';
export * from './root.ts';
export * from './seen.ts';
export { type Authority, assertForm, openKeys, signersOf } from './signatures.ts';
export { isOfSmallOrder } from './small-order.ts';
export * from './unsigned-release.ts';
