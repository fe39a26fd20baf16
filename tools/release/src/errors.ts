import { type Code, format, type Template } from '@linkspan/contract';
import { command } from './output.ts';

/** Why the command refuses: a code, on which programs match, and a sentence or two for the person. */
export class Refusal extends Error {
  override readonly name: string = 'Refusal';
  readonly code: string;

  constructor(code: `${'command' | 'store'}/${string}`, sentence: string, options?: { cause?: unknown }) {
    super(sentence, options);
    this.code = code;
  }
}

/** The command was called with wrong arguments; the message is for the person. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** How the command fails: its exit code, error code and message. */
export interface Failure {
  readonly exitCode: 1 | 2;
  readonly code: string;
  readonly sentence: string;
}

/** Explains an error; undefined if it is not an expected one. */
export function explainError(error: unknown): Failure | undefined {
  if (error instanceof UsageError) return { exitCode: 2, code: 'command/usage', sentence: error.message };
  if (error instanceof Refusal) return { exitCode: 1, code: error.code, sentence: error.message };
  // By its code: each package may have its own copy of the class.
  const { code, context } = error as { code?: unknown; context?: Readonly<Record<string, string>> };
  if (typeof code !== 'string' || !Object.hasOwn(documentTexts, code)) return undefined;
  const text = documentTexts[code as keyof typeof documentTexts];
  return { exitCode: 1, code, sentence: format(text, inWords(context ?? {})) };
}

/** Whether a store did not do what it was asked. */
export function isOfStore(error: unknown): error is Refusal {
  return error instanceof Refusal && error.code.startsWith('store/');
}

/** Explains a refusal. Throws the error again if it is unexpected or the store's own. */
export function explainRefusal(error: unknown): Failure {
  const end = explainError(error);
  if (end === undefined || isOfStore(error)) throw error;
  return end;
}

/**
 * The context of a document’s code as one line, since it may be what a document of nobody knows whom says; “live” alone
 * would read as no noun.
 */
function inWords(context: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const lines = Object.entries(context).map(([name, text]) => [name, text.replace(/\s+/g, ' ')]);
  const words: Readonly<Record<string, string>> = Object.fromEntries(lines);
  return words.document === 'live' ? { ...words, document: 'live document' } : words;
}

type OfPage =
  | 'release/unreachable'
  | 'release/misfit-contract'
  | 'release/misfit-shared'
  | 'release/late'
  | 'release/withdrawn'
  | 'release/portal'
  | 'release/quarantined'
  | 'release/clock'
  | 'release/out-of-time';

type OfDocuments = Exclude<Extract<Code, `release/${string}`>, OfPage>;

/** What a publisher is told where a page would refuse a document. */
const documentTexts: { readonly [C in OfDocuments]: Template } = {
  'release/malformed': 'A document of {remote} has a mistake at {place}. Nothing was written.',
  'release/unsigned': `The {document} of {remote} has {has} of the {needs} signatures that it needs by keys that the root allows. A release is signed by “${command} sign”, also by others; a live document by the verb that changes it, with an online key that the root names.`,
  'release/wrong-signer': `The {document} of {remote} has {has} of the {needs} signatures by people that it needs. Let a person run “${command} sign”.`,
  'release/old-form':
    'The {document} of {remote} was signed by an earlier version of this command, in a form that pages refuse. The remote’s team starts again with new keys in a new store, and the page’s team takes its new documents: see “Documents of the old form” in docs/incidents.md.',
  'release/other-remote': 'This document belongs to {found}, not to {remote}.',
  'release/expired': `The {document} of {remote} expired at {expiresAt}. “${command} refresh” makes a new live document, “${command} root change” a new root.`,
  'release/expires-too-late':
    'The live document of {remote} would last until {expiresAt}. At most 14 days are allowed: give fewer --days.',
  'release/older': `The {document} of {remote} does not rise: there is {seen} already, and this one has {offered}. Give it a higher one; for a release, by a new commit, or by --version and --sequence of “${command} build”.`,
  'release/root-gap':
    'This root of {remote} has version {offered}, but the one before it has {has}. They go up by one.',
  'release/root-unsigned': `The root of {remote} has {has} of the {needs} signatures by {by} that it needs. If it is a new one, let the others run “${command} sign”. If it is a store’s, it is not the root that your team trusts: do not use this store, or name the root that you trust by --trusted-root FILE.`,
  'release/below-floor':
    '{remote} {version} has the sequence {sequence}, which is below the floor {floor} of the root. Build a newer one.',
  'release/revoked': '{remote} {version} is revoked by the root. Publish a new version instead.',
  'release/blocked':
    '{remote} {version} is blocked by the host’s team: {reason}. Ask them, or publish a new version.',
  'release/uncheckable':
    'Signatures cannot be checked here, since this Node has no Ed25519. Use Node 20.19 or newer.',
};
