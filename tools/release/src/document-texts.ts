import type { Code, Template } from '@linkspan/contract';

type OfPage =
  | 'release/unreachable'
  | 'release/misfit-contract'
  | 'release/misfit-shared'
  | 'release/late'
  | 'release/withdrawn'
  | 'release/portal'
  | 'release/quarantined'
  | 'release/clock';

type OfDocuments = Exclude<Extract<Code, `release/${string}`>, OfPage>;

/** What a publisher is told where a page would refuse a document. */
export const documentTexts: { readonly [C in OfDocuments]: Template } = {
  'release/malformed': 'A document of {remote} has a mistake at {place}. Nothing was written.',
  'release/unsigned':
    'The {document} of {remote} has {has} of the {needs} signatures that it needs by keys that the root allows. A release is signed by “npm run release -- sign”, also by others; a live document by the verb that changes it, with an online key that the root names.',
  'release/wrong-signer':
    'The {document} of {remote} has {has} of the {needs} signatures by people that it needs. Let a person run “npm run release -- sign”.',
  'release/other-remote': 'This document belongs to {found}, not to {remote}.',
  'release/expired':
    'The {document} of {remote} expired at {expiresAt}. “npm run release -- refresh” makes a new live document, “npm run release -- root rotate” a new root.',
  'release/expires-too-late':
    'The live document of {remote} would last until {expiresAt}. At most 14 days are allowed: give fewer --days.',
  'release/older':
    'The {document} of {remote} does not rise: there is {seen} already, and this one has {offered}. Give it a higher one; for a release, by a new commit, or by --version and --sequence of “npm run release -- build”.',
  'release/root-gap':
    'This root of {remote} has version {offered}, but the one before it has {has}. They go up by one.',
  'release/root-unsigned':
    'The root of {remote} has {has} of the {needs} signatures by {by} that it needs. If it is a new one, let the others run “npm run release -- sign”. If it is a store’s, it is not the root that your team trusts: do not use this store, or name the root that you trust by --trusted-root FILE.',
  'release/below-floor':
    '{remote} {version} has the sequence {sequence}, which is below the floor {floor} of the root. Build a newer one.',
  'release/revoked': '{remote} {version} is revoked by the root. Publish a new version instead.',
  'release/blocked':
    '{remote} {version} is blocked by the host’s team: {reason}. Ask them, or publish a new version.',
  'release/uncheckable':
    'Signatures cannot be checked here, since this Node has no Ed25519. Use Node 20.19 or newer.',
};
