import { resolve } from 'node:path';
import { type Blocked, verifyBlocklist } from '@linkspan/trust';
import { dryRunOption, openStoreFromArgs, storeOption } from '../args/options.ts';
import {
  changeBlocklist,
  readStoredBlocklist,
  toBlockedLines,
  toNamedRelease,
  withBlocked,
  withoutBlocked,
} from '../documents/blocklist.ts';
import { explainRefusal, UsageError } from '../errors.ts';
import { hostKeysFile, readHostKeys, toHostKeys, toHostKeysFile, writeHostKeys } from '../keys/host-keys.ts';
import { readKeyNames, readPublicKeyFile } from '../keys/key-files.ts';
import { openAtLeastOneSigner, signerOptions } from '../keys/signers.ts';
import { conflictPausesMs } from '../limits.ts';
import { toShown } from '../output.ts';
import { retry } from '../retry.ts';
import { StoreConflict } from '../store/errors.ts';
import type { Args, Context, Outcome, Verb } from '../verb.ts';

/** The host team's own list of releases that must not run on its page, whoever signed them. */
export const block: Verb = {
  name: 'block',
  summary: 'for the host’s team: keeps a release off its page, whoever signed it',
  forms: [
    'block REMOTE VERSION --reason TEXT',
    'block REMOTE --manifest ID --reason TEXT',
    'block REMOTE VERSION --remove',
    'block list',
    'block refresh',
    'block keys --key FILE [--key FILE …] [--threshold N] [--out FILE]',
  ],
  options: {
    reason: { value: 'TEXT', text: 'why, for the people whose wallet does not work; at most 300 characters' },
    manifest: { value: 'ID', text: 'the very release with this manifest, whatever its version is called' },
    remove: { text: 'let the release run again' },
    days: { value: 'N', text: 'how long the list is good before it must be refreshed; else 30' },
    'host-keys': { value: 'FILE', text: `whose signatures the page believes; else ${hostKeysFile}` },
    'former-keys': { value: 'FILE', text: 'whose it believed before, where the keys were replaced' },
    threshold: { value: 'N', text: 'of block keys: how many of the keys must sign; else 1' },
    out: { value: 'FILE', text: `of block keys: the file to write; else ${hostKeysFile}` },
    ...signerOptions,
    key: { value: 'FILE', isMany: true, text: 'sign with this key file; of block keys: a public key file' },
    ...storeOption,
    ...dryRunOption,
  },
  async run(args, context) {
    const subject = args.word(0, 'REMOTE, list, refresh or keys');
    const isAlone = args.words.length === 1 && args.one('manifest') === undefined;
    if (isAlone && subject === 'keys') return makeHostKeys(args, context);
    if (isAlone && subject === 'list') return listBlocked(args, context);
    if (isAlone && subject === 'refresh') return changeBlocked(args, context, (before) => before);
    const named = toNamedRelease(args);
    if (args.has('remove')) return changeBlocked(args, context, (before) => withoutBlocked(before, named));
    const reason = args.one('reason');
    if (reason === undefined) throw new UsageError('--reason TEXT is missing: people read it on the card.');
    return changeBlocked(args, context, (before) => withBlocked(before, { ...named, reason }));
  },
};

/** Changes what is blocked as asked. Rejects with what `changeBlocklist` and reading the keys reject with. */
async function changeBlocked(
  args: Args,
  context: Context,
  toBlocked: (before: readonly Blocked[]) => readonly Blocked[],
): Promise<Outcome> {
  const file = toHostKeysFile(args, context);
  const previous = args.one('former-keys');
  const isDry = args.has('dry-run');
  const wanted = {
    store: await openStoreFromArgs(args, context),
    hostKeys: await readHostKeys(file),
    previousKeys: await readHostKeys(previous === undefined ? file : resolve(context.folder, previous)),
    signers: await openAtLeastOneSigner(args, context),
    now: context.now(),
    days: args.whole('days') ?? 30,
    isDry,
    toBlocked,
  };
  const mayPass = (error: unknown) => error instanceof StoreConflict;
  const next = await retry(() => changeBlocklist(wanted), { mayPass, pausesMs: conflictPausesMs });
  return {
    lines: [
      `The block list ${isDry ? 'would have' : 'has'} version ${next.version}, good until ${next.expiresAt}.`,
      ...toBlockedLines(next),
    ],
    facts: { store: wanted.store.address, ...next, isWritten: !isDry },
  };
}

/** Tells what is blocked, and whether a page would take the list. */
async function listBlocked(args: Args, context: Context): Promise<Outcome> {
  const store = await openStoreFromArgs(args, context);
  const there = await readStoredBlocklist(store);
  if (there === undefined)
    return {
      lines: [`There is no block list in ${store.address}.`],
      facts: { store: store.address, state: 'none', blocked: [] },
    };
  const { blocklist, bytes } = there;
  const hostKeys = await readHostKeys(toHostKeysFile(args, context));
  const state = await verifyBlocklist({ hostKeys, envelope: bytes, seen: 0, now: context.now() }).then(
    () => 'good',
    (error: unknown) => explainRefusal(error).code,
  );
  return {
    lines: [
      `Version ${blocklist.version}, good until ${blocklist.expiresAt}.`,
      ...toAdvice(state),
      ...toBlockedLines(blocklist),
    ],
    facts: { store: store.address, state, ...blocklist },
    exitCode: state === 'good' ? 0 : 1,
  };
}

function toAdvice(state: string): readonly string[] {
  if (state === 'good') return [];
  if (state === 'release/expired')
    return [`It has expired (${state}). Run “npm run release -- block refresh”.`];
  return [`No page takes it (${state}), since it is not the host team’s. Find out who wrote it.`];
}

/** Writes the file of the host team's keys. Rejects with `command/draft-exists`, `command/host-keys-malformed`. */
async function makeHostKeys(args: Args, { folder }: Context): Promise<Outcome> {
  const files = args.all('key').map((one) => resolve(folder, one));
  if (files.length === 0)
    throw new UsageError('--key FILE is missing: whose signatures should the page believe?');
  const file = resolve(folder, args.one('out') ?? hostKeysFile);
  const keys = await Promise.all(files.map(readPublicKeyFile));
  const hostKeys = await toHostKeys(keys, args.whole('threshold') ?? 1, file);
  const isDry = args.has('dry-run');
  if (!isDry) await writeHostKeys(file, hostKeys);
  const { keyids, threshold } = hostKeys.role;
  const names = keyids.map(await readKeyNames(folder));
  return {
    lines: [
      `Pages that know ${toShown(file, folder)} take a block list that ${threshold} of these keys signed: ${names.join(', ')}.${isDry ? ' It was not written.' : ''}`,
      'Next: name this file in the page’s configuration, as blocklist.keys, and deploy the page.',
    ],
    facts: { file, keyids, threshold, isWritten: !isDry },
  };
}
