import { resolve } from 'node:path';
import type { Bytes } from '@linkspan/trust';
import { toSharedFolder } from '../documents/paths.ts';
import { assertWhole, readRelease } from '../documents/published.ts';
import { readRoot } from '../documents/root.ts';
import type { Staged } from '../documents/stage.ts';
import { Refusal, UsageError } from '../errors.ts';
import { findTrustedRoot, openStoreFromArgs, storeOption, trustedRootOption } from '../options.ts';
import { toShown } from '../output.ts';
import { deployPage, readPageSource } from '../site/deploy-page.ts';
import type { Args, Context, Verb } from '../verb.ts';

/** Writes the site of a page, by the package of the host. */
export const deploy: Verb = {
  name: 'deploy',
  summary: 'for the host’s team: writes the site of a page, also with a release that is not live yet',
  words: '<CONFIG> <SITE>',
  options: {
    app: {
      value: 'FOLDER',
      text: 'a built application, which the shell becomes a part of; may be SITE itself',
    },
    with: {
      value: 'REMOTE@VERSION',
      isMany: true,
      text: 'a published release in place of what is live, for a look at it: the page says so in a banner',
    },
    ...storeOption,
    ...trustedRootOption,
  },
  async run(args, context) {
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
  },
};

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
