import { paired, publicRelay } from '@linkspan/contract/public-networks';
import type { Bytes } from '@linkspan/trust';
import { UsageError } from '../errors.ts';
import { holdsKey } from '../inspect/nodes.ts';
import { isSecure } from '../inspect/request.ts';
import { storeOption } from '../options.ts';
import { toShown } from '../output.ts';
import { type PublicPageFamily, toPublicPage } from '../site/public-page.ts';
import { assertTitle, configName, findFreeFolder, writeRepository } from '../site/write-repository.ts';
import type { Args, Context, Outcome, Verb } from '../verb.ts';
import { makeAlone } from './make-alone.ts';

/** Writes the configuration of a page; for one team also all that releases need. */
export const initPage: Verb = {
  name: 'page',
  summary: 'writes the configuration of a page on the public networks of three families',
  options: {
    title: { value: 'TITLE', text: 'what people call it; else Wallets' },
    remotes: {
      value: 'URL',
      text: 'the folder of the remotes’ folders, such as https://remotes.example/; else /remotes/ of the page',
    },
    family: { value: 'ID', isMany: true, text: 'evm, solana or near; else all three' },
    network: { value: 'ID', isMany: true, text: 'such as eip155:1; else all 13 of these families' },
    node: {
      value: 'NETWORK=URL',
      isMany: true,
      text: 'your node of a network, such as eip155:1=https://node.example/; else a public one',
    },
    project: { value: 'ID', text: 'the id of a project for WalletConnect, which is offered with it' },
    alone: {
      text: 'for one team: also makes keys, the root of each remote, their store, and the keys of the seal',
    },
    name: { value: 'NAME', text: 'with --alone: how the names of its keys begin; else page' },
    ...storeOption,
    out: { value: 'FOLDER', text: 'where it is written; else linkspan-page' },
  },
  run: writePage,
};

async function writePage(args: Args, context: Context): Promise<Outcome> {
  const title = args.one('title') ?? 'Wallets';
  assertTitle(title);
  const remotes = args.one('remotes') ?? '/remotes/';
  const isFolder = /^https:\/\/[^?#]*\/$/.test(remotes) && URL.canParse(remotes);
  if (remotes !== '/remotes/' && !isFolder)
    throw new UsageError(`--remotes should be an https address that ends in “/”, not “${remotes}”.`);
  const whole = toPublicPage({ title, remotes });
  const families = choose(whole.families, args);
  const nodes = readNodes(args.all('node'), families);
  const project = args.one('project');
  const config = {
    ...whole,
    families: families.map(({ networks, ...family }) => ({
      ...family,
      remote: {
        ...family.remote,
        ...(project &&
          paired.families.includes(family.id) && { options: { walletConnectProjectId: project } }),
      },
      networks: networks.map(({ rpc, ...network }) => ({
        ...network,
        rpc: [nodes.get(network.id) ?? rpc[0]],
      })),
    })),
    identities: [...whole.identities, ...(project ? [paired] : [])].filter((one) =>
      one.families.every((id) => families.some((family) => family.id === id)),
    ),
    connect: [...whole.connect, ...(project ? [publicRelay] : [])],
  };
  const out = await findFreeFolder(args, context, 'linkspan-page');
  const names = families.map(({ remote }) => remote.name);
  const alone = args.has('alone') ? await makeAlone(args, context, { remotes: names, out }) : undefined;
  const count = await writeRepository(args, context, {
    ...{ template: 'page', out, marks: { TITLE: title } },
    files: new Map<string, string | Bytes>([
      [configName, `${JSON.stringify(config, null, 2)}\n`],
      ...(alone?.roots ?? new Map<string, Bytes>()),
    ]),
  });
  const networks = families.flatMap((family) => family.networks);
  const open = networks.filter(({ id }) => !nodes.has(id)).map(({ id, title }) => `${title} (${id})`);
  const keyed = [...nodes].filter(([, url]) => holdsKey(url)).map(([id]) => id);
  return {
    lines: [
      `The page’s configuration is in ${toShown(out, context.folder)}: ${count} files. README.md says what comes next.`,
      ...(open.length > 0
        ? [
            `Public nodes, which limit what they answer and promise nothing: ${open.join(', ')}. Give your own: --node ID=URL.`,
          ]
        : []),
      ...(keyed.length > 0
        ? [
            `Every visitor can read the key in the node of ${keyed.join(', ')}. At its provider, limit it to the page’s origin.`,
          ]
        : []),
      ...(alone?.lines ?? []),
      ...(project ? [] : ['WalletConnect is not offered: it needs the id of a project, by --project ID.']),
    ],
    facts: {
      folder: out,
      files: count,
      publicNodes: networks.map(({ id }) => id).filter((id) => !nodes.has(id)),
      keyed,
      ...(alone && { keys: alone.keys, store: alone.store }),
    },
  };
}

/** The families and networks that are asked for. Throws `UsageError`. */
function choose(all: readonly PublicPageFamily[], args: Args): readonly PublicPageFamily[] {
  const [ids, networks] = [args.all('family'), args.all('network')];
  const unknown = ids.find((id) => !all.some((one) => one.id === id));
  if (unknown !== undefined)
    throw new UsageError(`--family should be evm, solana or near, not “${unknown}”.`);
  const families = all
    .filter(({ id }) => ids.length === 0 || ids.includes(id))
    .map((family) => ({
      ...family,
      networks: family.networks.filter(({ id }) => networks.length === 0 || networks.includes(id)),
    }))
    .filter((family) => family.networks.length > 0);
  const known: readonly string[] = all.flatMap((family) => family.networks.map(({ id }) => id));
  const chosen: readonly string[] = families.flatMap((family) => family.networks.map(({ id }) => id));
  const other = networks.find((id) => !chosen.includes(id));
  if (other === undefined) return families;
  throw new UsageError(`--network should be one of ${known.join(', ')}, of a chosen family, not “${other}”.`);
}

/** Reads each `NETWORK=URL`. Throws `UsageError`. */
function readNodes(
  given: readonly string[],
  families: readonly PublicPageFamily[],
): ReadonlyMap<string, string> {
  const ids: readonly string[] = families.flatMap(({ networks }) => networks.map(({ id }) => id));
  return new Map(
    given.map((text): [string, string] => {
      const [, id = '', url = ''] = /^([^=]+)=(.*)$/.exec(text) ?? [];
      if (!ids.includes(id))
        throw new UsageError(`--node should begin with one of ${ids.join(', ')}, not “${text}”.`);
      if (!/^https?:\/\//.test(url) || !URL.canParse(url) || !isSecure(url))
        throw new UsageError(
          `--node ${id} should be an https address, or an http one of this machine, not “${url}”: a page on https asks no other.`,
        );
      return [id, url];
    }),
  );
}
