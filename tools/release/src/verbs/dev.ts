import { access, copyFile, mkdir, readFile, watch } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { signEnvelope } from '@linkspan/trust/sign';
import { describeRelease } from '../build/describe-release.ts';
import { findRemoteFolder } from '../build/read-source.ts';
import { runBuild } from '../build/run-build.ts';
import type { Staged } from '../documents/stage.ts';
import { explainError, Refusal, UsageError } from '../errors.ts';
import { findOwnRemote } from '../packages.ts';
import { assertFamily, deployPage, type PageSource, readPageSource } from '../site/deploy-page.ts';
import { practiceModule, readSubject, startChain, toPracticePage } from '../site/practice-page.ts';
import { serveSite } from '../site/serve.ts';
import { toInstant } from '../time.ts';
import type { Args, Context, Verb } from '../verb.ts';

const defaultPort = 4300;

/** Shows a remote that is being written in the real page, and builds it again after each edit. */
export const dev: Verb = {
  name: 'dev',
  summary: 'shows your remote in the real page as you write it, on test networks alone',
  words: '[REMOTE]',
  options: {
    page: {
      value: 'CONFIG',
      text: 'a page, whose other families are as they are live; else one of your family alone, with your practice wallet and chain',
    },
    from: { value: 'FOLDER', text: 'the folder of the remote; else REMOTE, else this one' },
    port: { value: 'PORT', text: `where the page is served; else ${defaultPort}` },
  },
  async run(args, context) {
    const { say, folder } = context;
    const remote = args.words[0] ?? (await findOwnRemote(folder));
    if (remote === undefined) throw new UsageError('REMOTE is missing: no package.json here names one.');
    const from = await findRemoteFolder(args, context, remote);
    const site = resolve(folder, '.linkspan/dev/site');
    const port = args.whole('port') ?? defaultPort;
    if (port > 65_535) throw new UsageError('--port should be a whole number from 0 to 65535.');
    const source = join(from, 'src');
    await access(source).catch((cause: unknown) => {
      throw new Refusal(
        'command/no-such-file',
        `${source} is not there, and its edits are waited for. Name the folder of ${remote} by --from FOLDER.`,
        { cause },
      );
    });
    const { page, file, close } = await openPage(args, context, { remote, from, site });
    const preview = `In development: ${remote}, from this machine. Test networks only.`;
    const show = async () => {
      const staged = [await buildStaged(context, { remote, from })];
      await deployPage(context, { file, site, change: { page, staged, preview } });
    };
    const undos = [close];
    try {
      await show();
      const server = await serveSite(site, { port });
      undos.push(server.close);
      const url = `http://localhost:${server.port}/`;
      const ended = new AbortController();
      const watching = showEdits(source, show, { context, signal: ended.signal });
      say(`${remote} is in the page at ${url}. Reload it after an edit; end this with Ctrl+C.`);
      await Promise.race([context.interrupted(), watching]);
      ended.abort();
      await watching;
      return { lines: [], facts: { remote, url, site } };
    } finally {
      for (const undo of undos.reverse()) await undo();
    }
  },
};

/** A page to be shown, the file beside which its configuration is, and its end. */
interface OpenPage {
  readonly page: PageSource;
  readonly file: string;
  close(): Promise<void>;
}

async function openPage(
  args: Args,
  { folder, progress }: Context,
  { remote, from, site }: { readonly remote: string; readonly from: string; readonly site: string },
): Promise<OpenPage> {
  const named = args.one('page');
  if (named !== undefined) {
    const file = resolve(folder, named);
    const page = toTestPage(await readPageSource(file), remote, file);
    return { page, file, close: async () => undefined };
  }
  const subject = await readSubject(join(from, 'practice/subject.js'));
  const wallets = join(site, practiceModule);
  await mkdir(dirname(wallets), { recursive: true });
  await copyFile(fileURLToPath(subject.wallet), wallets);
  progress('Starting the chain');
  const chain = await startChain(subject);
  const page = toPracticePage(subject, chain, { name: remote });
  return { page, file: join(dirname(site), 'config.json'), close: chain.close };
}

/** Builds again after each edit, until the signal. What does not build is told, and the page stays as it was. */
async function showEdits(
  source: string,
  show: () => Promise<void>,
  { context: { say, complain }, signal }: { readonly context: Context; readonly signal: AbortSignal },
): Promise<void> {
  try {
    // One edit is several events; those that come while it is built ask for one more build.
    for await (const _ of watch(source, { recursive: true, signal })) {
      const begun = performance.now();
      try {
        await show();
        say(`Built again in ${((performance.now() - begun) / 1000).toFixed(1)} s. Reload the page.`);
      } catch (error) {
        const failure = explainError(error);
        if (failure === undefined) throw error;
        complain(failure.sentence);
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function buildStaged(
  context: Context,
  { remote, from }: { readonly remote: string; readonly from: string },
): Promise<Staged> {
  await runBuild(context, { remote, from });
  const seconds = Math.floor(context.now() / 1000);
  const source = {
    commit: '0'.repeat(40),
    sequence: 1,
    builtAt: toInstant(context.now()),
    dirty: true,
  } as const;
  const first = await describeRelease({ remote, from, source });
  const version = `${first.manifest.version.replace(/-.*/, '')}-dev.${seconds}`;
  const { payload, manifest, folder } = await describeRelease({ remote, from, version, source });
  return {
    manifest,
    envelope: await signEnvelope(payload, []),
    root: undefined,
    read: async (path) => new Uint8Array(await readFile(join(folder, path))),
  };
}

/**
 * A page with the networks alone on which no money can be lost, and without the families that have none. Throws
 * `command/no-family`, `command/no-test-network`.
 */
export function toTestPage(page: PageSource, remote: string, file: string): PageSource {
  assertFamily(page, remote, file);
  const families = page.families
    .map((family) => ({ ...family, networks: family.networks.filter(isForTests) }))
    .filter(({ networks }) => networks.length > 0);
  if (!families.some((family) => family.remote.name === remote))
    throw new Refusal(
      'command/no-test-network',
      `${file} has no test network for ${remote}, and what is being written may not ask for money. Add one of its chain, or one whose node is on this machine.`,
    );
  const ids = families.map(({ id }) => id);
  const identities = page.identities
    ?.map((one) => ({ ...one, families: one.families.filter((id) => ids.includes(id)) }))
    .filter((one) => one.families.length > 0);
  return { ...page, families, ...(identities && { identities }) };
}

/** CAIP-2 ids of public test networks, and of chains that nodes for development make. */
const testNetworks = new Set(
  [
    ...[11155111, 560048, 17000, 11155420, 84532, 421614, 80002, 97, 43113, 59141, 534351, 300, 10200].map(
      String,
    ),
    ...['11142220', '999999999', '1337', '31337', '31338'],
  ]
    .map((id) => `eip155:${id}`)
    .concat(
      'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
      'solana:4uhcVJyU9pJkvQyS88uRDiswHXSGkvQy',
      'near:testnet',
      'tron:0x94a9059e',
      'tron:0xcd8690dc',
    ),
);

/** The same of networks with money, which a node on this machine could answer for. */
const mainNetwork = /^eip155:|:mainnet$|^solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp$|^tron:(0x)?2b6653dc$/;

function isForTests({ id, rpc }: PageSource['families'][number]['networks'][number]): boolean {
  const isHere = rpc.every(
    (address) =>
      URL.canParse(address) && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(address).hostname),
  );
  return testNetworks.has(id) || (isHere && !mainNetwork.test(id));
}
