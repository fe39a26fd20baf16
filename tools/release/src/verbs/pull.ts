import { dirname, resolve } from 'node:path';
import { liveFormat } from '@linkspan/trust';
import { describeNewest, toNewestFacts } from '../documents/describe-newest.ts';
import { type Newest, readNewest } from '../documents/newest.ts';
import { Refusal, UsageError } from '../errors.ts';
import { writeWhole } from '../files.ts';
import { isSecure, openAsk } from '../inspect/request.ts';
import { isDocument, openServed, readOnce } from '../inspect/served.ts';
import { readKeyNames } from '../keys/key-files.ts';
import { maxDocuments } from '../limits.ts';
import { toPageOrigin } from '../options.ts';
import { assertFamily, listRemotes, type NamedRemote, readPageSource } from '../site/deploy-page.ts';
import type { Source } from '../store/store.ts';
import type { Context, Outcome, Verb } from '../verb.ts';

/** Fetches the documents of remotes that a page carries. */
export const pull: Verb = {
  name: 'pull',
  summary: 'fetches and verifies the roots and live documents that the configuration of a page names',
  words: '<CONFIG> [REMOTE...]',
  options: {
    page: { value: 'ORIGIN', text: 'the page that serves remotes whose url is a path' },
    store: {
      value: 'ADDRESS',
      text: 'file:…, s3://… or azure://…, from which all come; else LINKSPAN_STORE for those whose url is a path',
    },
  },
  async run(args, context) {
    const config = resolve(context.folder, args.word(0, 'CONFIG'));
    const [, ...remotes] = args.words;
    return pullDocuments({ config, remotes, page: args.one('page'), store: args.one('store') }, context);
  },
};

/** The page whose documents are fetched, and from where. */
interface Pull {
  /** The file of the page's configuration. */
  readonly config: string;
  /** Only these remotes; with none, all. */
  readonly remotes?: readonly string[];
  /** The origin of the page, for remotes whose `url` is a path. */
  readonly page?: string | undefined;
  /** The address of the store that all remotes come from. */
  readonly store?: string | undefined;
}

/**
 * Fetches the newest root and the live document of each remote, verifies them as a page does, and writes them to the files
 * that the configuration names. Nothing is written unless all are good. A remote whose release comes with a package has no
 * documents. Rejects with `command/no-document-path`, `command/no-document`, and as `readNewest` does.
 */
async function pullDocuments(wanted: Pull, context: Context): Promise<Outcome> {
  const { config, remotes = [] } = wanted;
  const page = await readPageSource(config);
  for (const remote of remotes) assertFamily(page, remote, config);
  const { named, packages } = listRemotes(page);
  const places = named
    .filter(({ name }) => remotes.length === 0 || remotes.includes(name))
    .map((remote) => ({ remote, ...toFiles(remote, config) }));
  assertDistinct(places.flatMap(({ root, live }) => [root, live]));
  const pulled: Newest[] = [];
  for (const { remote, ...files } of places) {
    context.progress(`Fetching the documents of ${remote.name}`);
    const opened = await openSource(remote, wanted, context);
    const source = readOnce(opened, () => {
      throw toNoDocument(opened.address, `has more than ${maxDocuments} documents`);
    });
    pulled.push(await readNewest({ remote: remote.name, source, files }, context.now()));
  }
  for (const { writes } of pulled) for (const [file, bytes] of writes) await writeWhole(file, bytes);
  const nameOf = await readKeyNames(context.env);
  return {
    lines: [
      ...pulled.flatMap((one) => describeNewest(one, { ...context, nameOf })),
      ...(packages.length > 0 && remotes.length === 0
        ? [`Nothing is fetched for ${packages.join(', ')}: the release comes with the package.`]
        : []),
    ],
    facts: { remotes: pulled.map((one) => toNewestFacts(one, nameOf)) },
  };
}

/** The files of a remote's documents. Throws `command/no-document-path`. */
function toFiles(remote: NamedRemote, config: string): Newest['files'] {
  const toFile = (field: 'root' | 'live') => {
    const path = remote[field];
    if (path !== undefined) return resolve(dirname(config), path);
    const line = `"${field}": "${field === 'root' ? 'roots' : 'live'}/${remote.name}.json"`;
    throw new Refusal(
      'command/no-document-path',
      `${config} has no remote.${field} for ${remote.name}. Add ${line} to its "remote".`,
    );
  };
  return { root: toFile('root'), live: toFile('live') };
}

function assertDistinct(files: readonly string[]): void {
  const twice = files.find((file, index) => files.indexOf(file) !== index);
  if (twice === undefined) return;
  const sentence = `The configuration names ${twice} for two documents. Give each a file of its own.`;
  throw new Refusal('command/no-document-path', sentence);
}

/** Opens the store or the server that a remote's documents come from. Throws `UsageError`, and as `openStore` does. */
async function openSource(
  { name, url }: NamedRemote,
  { page, store }: Pull,
  context: Context,
): Promise<Source> {
  if (store !== undefined) return context.openStore(store);
  if (url?.includes('://')) return openFolder(toBase(url, `remote.url of ${name}`), context);
  const origin = page === undefined ? undefined : toPageOrigin(page);
  if (page !== undefined && origin === undefined)
    throw new UsageError(
      `--page should be the origin of a page, such as https://wallets.example, not “${page}”.`,
    );
  if (url !== undefined && origin !== undefined)
    return openFolder(toBase(new URL(url, origin).href, '--page'), context);
  if (context.env.LINKSPAN_STORE) return context.openStore(context.env.LINKSPAN_STORE);
  throw new UsageError(
    `remote.url of ${name} is ${url === undefined ? 'missing' : 'a path of the page'}: give --page ORIGIN or --store ADDRESS.`,
  );
}

/** The folder of a served remote. Throws `UsageError` unless it is reached by https, or on this machine. */
function toBase(url: string, what: string): string {
  if (!/^https?:/.test(url) || !URL.canParse(url) || !isSecure(url))
    throw new UsageError(`${what} should be an https address, not “${url}”.`);
  return url.endsWith('/') ? url : `${url}/`;
}

function openFolder(base: string, context: Context): Source {
  const ask = openAsk(context, { mostBytes: liveFormat.mostBytes });
  return openServed(base, async (address) => {
    const answer = await ask(address);
    if (isDocument(answer)) return answer.bytes;
    if ('failure' in answer) throw toNoDocument(address, `does not answer: ${answer.failure}`);
    const { status } = answer;
    // An object storage that lists nothing to strangers answers 403 for a file that is not there.
    if ([403, 404, 410].includes(status)) return undefined;
    if (status !== 200) throw toNoDocument(address, `answers ${status}`);
    throw toNoDocument(address, 'answers with a page of HTML, where a missing file needs a 404');
  });
}

function toNoDocument(address: string, why: string): Refusal {
  return new Refusal('command/no-document', `${address} ${why}. Nothing was written.`);
}
