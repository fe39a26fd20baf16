import { resolve } from 'node:path';
import { type Root, verifyFirstRoot } from '@linkspan/trust';
import { rootPath } from './documents/paths.ts';
import { readOwnRoots, rootsFolder } from './documents/root.ts';
import { readNamedFile } from './files.ts';
import type { Store } from './store/store.ts';
import type { Args, Context, Options } from './verb.ts';

const byDefault = 'file:.linkspan/store';

/** The option that says which store is meant. */
export const storeOption: Options = {
  store: {
    value: 'ADDRESS',
    text: `file:…, s3://… or azure://…; else LINKSPAN_STORE, else ${byDefault}`,
  },
};

/** The option of a verb that writes. */
export const dryRunOption: Options = {
  'dry-run': { text: 'check everything and say what would be done, but write nothing' },
};

/** Opens the store that the arguments or the environment name. Throws `store/address`, `store/credentials`. */
export function openStoreFromArgs(args: Args, { env, openStore }: Context): Promise<Store> {
  return openStore(args.one('store') ?? env.LINKSPAN_STORE ?? byDefault);
}

/** The option that says which root is trusted, whatever a store says. */
export const trustedRootOption: Options = {
  'trusted-root': {
    value: 'FILE',
    text: `a root of the remote that you trust; else your own in ${rootsFolder}, else the store’s`,
  },
};

/**
 * The root that those of the store are held against: the one that was asked for, else the newest of the team's own that
 * the store should have too, or undefined if there is none. Throws `command/no-such-file` and what `verifyFirstRoot`
 * throws for one that was asked for.
 */
export async function findTrustedRoot(
  args: Args,
  context: Context,
  remote: string,
): Promise<Root | undefined> {
  const named = args.one('trusted-root');
  if (named !== undefined)
    return verifyFirstRoot(await readNamedFile(resolve(context.folder, named)), remote);
  const [first, ...later] = await readOwnRoots(context.folder, remote);
  if (later.length === 0) return first;
  const store = await openStoreFromArgs(args, context);
  // The newest may be signed and not published yet.
  for (const root of later.reverse())
    if ((await store.read(rootPath(remote, root.version))) !== undefined) return root;
  return first;
}

/** What is said if nothing but the store vouches for its root. */
export function describeTrust(trusted: Root | undefined, remote: string): readonly string[] {
  if (trusted !== undefined) return [];
  return [
    `The root of ${remote} was taken as the store has it: there is none of your own to hold it against (--trusted-root FILE).`,
  ];
}

/** The origin of an http(s) address behind which nothing follows, such as `https://wallets.example/`; else undefined. */
export function toPageOrigin(text: string): string | undefined {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const { href, origin } = new URL(text);
  return href === `${origin}/` ? origin : undefined;
}

/** The same options, with other words for another verb that this one runs, and some options of its own. */
export function withWords(
  args: Args,
  words: readonly string[],
  own: Readonly<Record<string, string | readonly string[]>> = {},
): Args {
  const all = (option: string) => {
    const given = own[option];
    return given === undefined ? args.all(option) : [given].flat();
  };
  return {
    ...args,
    words,
    all,
    one: (option) => all(option).at(-1),
    whole: (option) => (own[option] === undefined ? args.whole(option) : Number(all(option).at(-1))),
    word: (index) => words[index] ?? '',
  };
}
