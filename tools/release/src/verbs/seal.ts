import { resolve } from 'node:path';
import { hasCode, Malformed } from '@linkspan/contract';
import { type Seal, sealFormat, verifySeal } from '@linkspan/trust/seal';
import { createPayload, type Payload, signEnvelope, toEnvelopeBytes } from '@linkspan/trust/sign';
import { toDraftExists } from '../documents/draft.ts';
import { Refusal, UsageError } from '../errors.ts';
import { readNamedFile, writeWhole } from '../files.ts';
import { hostKeysFile, readHostKeys, toHostKeys, toHostKeysFile, writeHostKeys } from '../keys/host-keys.ts';
import { readKeyNames, readPublicKeyFile } from '../keys/key-files.ts';
import { openAtLeastOneSigner, signerOptions } from '../keys/signers.ts';
import { toPageOrigin } from '../options.ts';
import { command, toShown } from '../output.ts';
import { readSite, versionOf } from '../site/read-site.ts';
import { toHostVersion, toInstant } from '../time.ts';
import type { Args, Context, Options, Outcome, Verb } from '../verb.ts';

/** Where a seal is written, unless another file is named. */
const sealFile = '.linkspan/seal.json';

/** The option of a verb that seals. */
export const headerOption: Options = {
  header: {
    value: 'NAME:VALUE',
    isMany: true,
    text: 'a header that the server adds to those of the deploy, with everything',
  },
};

/** Signs what the host's team has deployed, so that anybody can compare. */
export const seal: Verb = {
  name: 'seal',
  summary: 'for the host’s team: signs what its deployed page consists of, for “verify”',
  words: '<SITE_FOLDER|keys>',
  options: {
    origin: { value: 'ORIGIN', text: 'where the page is served, such as https://wallets.example' },
    ...headerOption,
    days: { value: 'N', text: 'how long the seal is good; else 30' },
    out: { value: 'FILE', text: `the file to write; else ${sealFile}, of seal keys ${hostKeysFile}` },
    threshold: { value: 'N', text: 'of seal keys: how many of the keys must sign; else 1' },
    'host-keys': {
      value: 'FILE',
      text: `the host team’s keys, which must have signed; else ${hostKeysFile}`,
    },
    ...signerOptions,
    key: { value: 'FILE', isMany: true, text: 'sign with this key file; of seal keys: a public key file' },
  },
  async run(args, context) {
    const isOfKeys = args.words[0] === 'keys' && args.one('origin') === undefined;
    return isOfKeys ? makeHostKeys(args, context) : writeSeal(args, context);
  },
};

/**
 * Signs what a site consists of. The same site at the same time gives the same bytes, since Ed25519 draws no random
 * number. Rejects with `command/no-site`, `command/seal-unsigned`, `command/draft-exists`, with what reading the keys
 * rejects with, and with `UsageError` for what cannot be sealed.
 */
async function writeSeal(args: Args, context: Context): Promise<Outcome> {
  const { folder, progress } = context;
  const now = context.now();
  const origin = readOrigin(args.one('origin'));
  const file = resolve(folder, args.one('out') ?? sealFile);
  const hostKeys = await readHostKeys(toHostKeysFile(args, context));
  const { files, headers, page } = await readSite(resolve(folder, args.word(0, 'SITE_FOLDER')), progress);
  const added = readHeaders(args.all('header'));
  const signers = await openAtLeastOneSigner(args, context);
  const seen = await readPreviousVersion(file);
  const payload = toPayload({
    origin,
    version: toHostVersion(seen, now),
    createdAt: toInstant(now),
    expiresAt: toInstant(now, args.whole('days') ?? 30),
    files: files as Seal['files'],
    headers: Object.keys(added).length === 0 ? headers : [...headers, { path: '/*', values: added }],
    page,
  });
  const envelope = toEnvelopeBytes(await signEnvelope(payload, signers));
  const seal = await verifySeal({ hostKeys, envelope, origin, seen, now }).catch(throwUnsigned);
  await writeWhole(file, envelope);
  return {
    lines: [
      `The seal of ${origin} has version ${seal.version}, good until ${seal.expiresAt}: ${files.length} files, ${page.roots.length} roots.`,
      ...page.roots.map((root) => `  ${root.remote}: root ${root.version}, ${root.keyids.length} keys`),
      `Next: publish ${toShown(file, folder)} where your schedule finds it, then “${command} verify ${origin}/ --seal FILE_OR_URL”.`,
    ],
    facts: { file, ...seal },
  };
}

function readOrigin(text: string | undefined): string {
  if (text === undefined) throw new UsageError('--origin ORIGIN is missing: where is the page served?');
  const origin = toPageOrigin(text);
  if (origin !== undefined) return origin;
  throw new UsageError(`--origin should be an origin such as https://wallets.example, not “${text}”.`);
}

function readHeaders(texts: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    texts.map((text) => {
      const found = /^([\w-]+):\s*(.+?)\s*$/.exec(text);
      if (found === null) throw new UsageError(`--header should be NAME:VALUE, not “${text}”.`);
      const [, name = '', value = ''] = found;
      return [name.toLowerCase(), value];
    }),
  );
}

/** The version of the seal that is there; 0 if none is. Throws `command/draft-exists` if something else is. */
async function readPreviousVersion(file: string): Promise<number> {
  const there = await readNamedFile(file).catch(() => undefined);
  const version = there === undefined ? 0 : versionOf(there);
  if (version === undefined) throw toDraftExists(file);
  return version;
}

function throwUnsigned(cause: unknown): never {
  if (!hasCode(cause, 'release/unsigned')) throw cause;
  const { has, needs } = (cause as unknown as { context: { has: string; needs: string } }).context;
  throw new Refusal(
    'command/seal-unsigned',
    `The seal needs ${needs} signatures by the host team’s keys, and ${has} of these keys signed. Nothing was written; add --key FILE for each.`,
    { cause },
  );
}

/** Throws `UsageError` for a value that readers would refuse. */
function toPayload(seal: Seal): Payload {
  try {
    return createPayload(sealFormat, seal);
  } catch (cause) {
    const wrong = (cause as { readonly cause?: unknown }).cause;
    if (!(wrong instanceof Malformed)) throw cause;
    throw new UsageError(`This cannot be sealed: ${wrong.message}.`, { cause });
  }
}

/** Writes the file of the host team's keys. Rejects with `command/draft-exists`, `command/host-keys-malformed`. */
async function makeHostKeys(args: Args, { env, folder }: Context): Promise<Outcome> {
  const files = args.all('key').map((one) => resolve(folder, one));
  if (files.length === 0)
    throw new UsageError('--key FILE is missing: whose signatures should “verify” accept?');
  const file = resolve(folder, args.one('out') ?? hostKeysFile);
  const keys = await Promise.all(files.map(readPublicKeyFile));
  const hostKeys = await toHostKeys(keys, args.whole('threshold') ?? 1, file);
  await writeHostKeys(file, hostKeys);
  const { keyids, threshold } = hostKeys.role;
  const names = keyids.map(await readKeyNames(env));
  return {
    lines: [
      `“verify” with ${toShown(file, folder)} takes a seal that ${threshold} of these keys signed: ${names.join(', ')}.`,
      'Next: give this file to everybody who runs “verify”.',
    ],
    facts: { file, keyids, threshold },
  };
}
