import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Bytes } from '@linkspan/trust';
import { toSharedFolder } from '../documents/paths.ts';
import { assertWhole, readRelease } from '../documents/published.ts';
import { readRoot } from '../documents/root.ts';
import type { Staged } from '../documents/stage.ts';
import { Refusal, UsageError } from '../errors.ts';
import { inspectConfig } from '../inspect/config.ts';
import { type Finding, mergeFindings, toFindingLines } from '../inspect/finding.ts';
import { isThere, openAsk } from '../inspect/request.ts';
import { hostKeysFile, readHostKeys, toHostKeysFile } from '../keys/host-keys.ts';
import { signerOptions } from '../keys/signers.ts';
import { answerSeconds } from '../limits.ts';
import {
  findTrustedRoot,
  openStoreFromArgs,
  storeOption,
  toPageOrigin,
  trustedRootOption,
  withWords,
} from '../options.ts';
import { command, toShown } from '../output.ts';
import { deployPage, readPageSource } from '../site/deploy-page.ts';
import type { Args, Context, Outcome, Verb } from '../verb.ts';
import { doctor } from './doctor.ts';
import { pull } from './pull.ts';
import { headerOption, seal } from './seal.ts';

/** Writes the site of a page, by the package of the host. */
export const deploy: Verb = {
  name: 'deploy',
  summary:
    'for the host’s team: writes the site of a page; with --origin from the newest documents to the last check',
  words: '<CONFIG> <SITE>',
  options: {
    origin: {
      value: 'ORIGIN',
      text: 'where people find the page, such as https://wallets.example: pulls first, asks the nodes, seals, and looks at the page',
    },
    app: {
      value: 'FOLDER',
      text: 'a built application, which the shell becomes a part of; may be SITE itself',
    },
    with: {
      value: 'REMOTE@VERSION',
      isMany: true,
      text: 'a published release in place of what is live, for a look at it: the page says so in a banner',
    },
    ...headerOption,
    'host-keys': {
      value: 'FILE',
      text: `with --origin: the host team’s keys, for the seal; else ${hostKeysFile}`,
    },
    ...signerOptions,
    ...storeOption,
    ...trustedRootOption,
  },
  async run(args, context) {
    const origin = args.one('origin');
    return origin === undefined ? writeSite(args, context) : goLive(origin, args, context);
  },
};

/** Findings that keep a page from being deployed: a browser or a person would take something for what it is not. */
const refused = ['practice', 'network', 'node-other-chain', 'node-insecure'];

/**
 * Pulls, inspects the configuration, deploys, seals if there are keys for it, and looks at the page. Rejects with what these
 * steps reject with, and with `command/config-wrong`; with `command/no-host-keys` before the first.
 */
async function goLive(word: string, args: Args, context: Context): Promise<Outcome> {
  const origin = toPageOrigin(word);
  if (origin === undefined)
    throw new UsageError(`--origin should be an origin such as https://wallets.example, not “${word}”.`);
  if (args.all('with').length > 0)
    throw new UsageError('--with is for a look at a release, and not for --origin.');
  const config = args.word(0, 'CONFIG');
  const folder = args.word(1, 'SITE');
  const site = resolve(context.folder, folder);
  const hostKeys = toHostKeysFile(args, context);
  const isSealed = args.one('host-keys') !== undefined || existsSync(hostKeys);
  if (isSealed) await readHostKeys(hostKeys);
  const lines: string[] = [];
  const steps: Record<string, object> = {};
  const add = async (step: Verb | { name: string; run: Verb['run'] }, words: readonly string[], own = {}) => {
    const outcome = await step.run(withWords(args, words, own), context);
    lines.push(...outcome.lines.filter((line) => !line.startsWith('Next: ')), '');
    steps[step.name] = outcome.facts;
    return outcome.exitCode ?? 0;
  };
  await add(pull, [config], { page: origin });
  const findings = await inspectSource(resolve(context.folder, config), origin, context);
  if (findings.length > 0) lines.push(...toFindingLines(findings), '');
  await add({ name: 'deploy', run: writeSite }, [config, folder]);
  if (isSealed) await add(seal, [folder]);
  else
    lines.push(
      `Not sealed: nobody can tell from outside whether the page is yours. Make the keys with “${command} seal keys”.`,
      '',
    );
  const ask = openAsk(context, { origin });
  const answer = await ask(`${origin}/`);
  const isServed =
    isThere(answer) && Buffer.from(answer.bytes).equals(await readFile(join(site, 'index.html')));
  const facts = { site, origin, isServed, findings, steps };
  if (isServed) return { lines, facts, exitCode: (await add(doctor, [`${origin}/`], { site })) ? 1 : 0 };
  const shown = toShown(site, context.folder);
  lines.push(`${origin} does not serve this deploy yet. Bring ${shown} there, the pages last.`);
  return {
    lines: [...lines, `Next: ${command} doctor ${origin}/ --site ${shown}`],
    facts,
  };
}

/** What the configuration and its nodes say, unless a page may not say so. Rejects with `command/config-wrong`. */
async function inspectSource(file: string, origin: string, context: Context): Promise<readonly Finding[]> {
  context.progress('Asking the nodes');
  const page = await readPageSource(file);
  const asking = { ...context, origin, deadlineMs: answerSeconds * 1000 };
  const findings = mergeFindings('deploy', await inspectConfig(page, asking));
  const wrong = findings.filter(({ code }) => refused.some((one) => code === `deploy/${one}`));
  if (wrong.length === 0) return findings;
  throw new Refusal(
    'command/config-wrong',
    `${file} should be corrected first. Nothing was deployed.\n${toFindingLines(wrong).join('\n')}`,
  );
}

async function writeSite(args: Args, context: Context): Promise<Outcome> {
  const file = resolve(context.folder, args.word(0, 'CONFIG'));
  const site = resolve(context.folder, args.word(1, 'SITE'));
  const app = args.one('app');
  const named = args.all('with').map(parseNamed);
  if (new Set(named.map(({ remote }) => remote)).size < named.length)
    throw new UsageError('--with names a remote twice; a page has one release of each.');
  const names = named.map(({ remote, version }) => `${remote} ${version}`).join(' and ');
  const change = named.length > 0 && {
    page: await readPageSource(file),
    staged: await Promise.all(named.map((one) => readStaged(args, context, one))),
    preview: `Not live: ${names}. This page is for a look at it.`,
  };
  const said = await deployPage(context, {
    ...{ file, site },
    ...(app && { app: resolve(context.folder, app) }),
    ...(change && { change }),
  });
  return {
    lines: [
      ...(said === '' ? [] : [said]),
      `The page is in ${toShown(site, context.folder)}${names && `, with ${names}`}. Serve it with the headers of its .headers folder.`,
    ],
    facts: { site, with: named },
  };
}

interface Named {
  readonly remote: string;
  readonly version: string;
}

function parseNamed(text: string): Named {
  const [, remote, version] = /^([a-z][a-z0-9-]*)@(\d[\w.+-]*)$/.exec(text) ?? [];
  if (remote !== undefined && version !== undefined) return { remote, version };
  throw new UsageError(`--with should be a remote and its version, such as remote-evm@1.1.0, not “${text}”.`);
}

/** A published release, as the people of the remote have signed it. */
async function readStaged(args: Args, context: Context, { remote, version }: Named): Promise<Staged> {
  const store = await openStoreFromArgs(args, context);
  const root = await readRoot(store, remote, await findTrustedRoot(args, context, remote));
  const { manifest, envelope } = await readRelease(store, root, version);
  const folder = toSharedFolder(manifest);
  await assertWhole(store, folder, manifest);
  return {
    manifest,
    envelope,
    root,
    async read(path): Promise<Bytes> {
      const file = await store.read(folder + path);
      if (file !== undefined) return new Uint8Array(file.bytes);
      throw new Refusal(
        'command/files-missing',
        `${store.address} has lost ${path} of ${remote} ${version}.`,
      );
    },
  };
}
