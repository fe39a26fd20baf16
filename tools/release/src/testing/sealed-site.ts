import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { toCanonicalJson } from '@linkspan/trust/sign';
import { createRepository } from '@linkspan/trust/testing';
import { createPlace, type Place, testNow } from './command.ts';
import { type Served, serveFolder } from './serve.ts';

/** A site as the deploy of the host leaves it, with files that say little. */
export interface DeployedSite {
  /** What the page carries for boot. */
  readonly data: PageData;
  /** Writes a file. */
  write(path: string, text: string): Promise<void>;
  /** Changes a file on the disk. */
  change(path: string, to: (text: string) => string): Promise<void>;
  /** Writes the page again with other data. */
  writePage(data: PageData): Promise<void>;
}

/** As far as it is looked at. */
interface PageData {
  readonly config: object;
  readonly trust: {
    readonly remotes: readonly [TrustedRemote, ...(readonly TrustedRemote[])];
  };
  readonly [built: string]: unknown;
}

interface TrustedRemote {
  readonly name: string;
  readonly root: { readonly keys: object };
}

/** A host team with its keys, erik's and dora's, of which one must sign; its page is deployed and served. */
export interface SealedSite extends Place, DeployedSite {
  readonly served: Served;
  /** The line that seals the page. */
  readonly sealing: string;
}

/** Deploys, serves and, unless told otherwise, seals a site. */
export async function createSealedSite({ isSealed = true } = {}): Promise<SealedSite> {
  const place = await createPlace();
  for (const name of ['erik', 'dora']) await place.done(`keys make ${name} --kind person`);
  await place.done(
    'seal keys --key .config/linkspan/keys/erik.pub.json --key .config/linkspan/keys/dora.pub.json',
  );
  const site = await writeDeployedSite(join(place.folder, 'site'));
  const served = await serveFolder(join(place.folder, 'site'));
  const sealing = `seal site --origin ${served.origin} --key .config/linkspan/keys/erik.key.json`;
  if (isSealed) await place.done(sealing);
  return { ...place, ...site, served, sealing };
}

const policy =
  "default-src 'none'; script-src 'self' https://remotes.example/; require-trusted-types-for 'script'";

const headers = `# Written by the deploy of the host from its configuration.

/*
  content-security-policy: ${policy}
  cross-origin-opener-policy: same-origin-allow-popups
  x-content-type-options: nosniff

/
  cache-control: no-cache

/index.html
  cache-control: no-cache

/linkspan.json
  cache-control: no-cache

/documents/*
  cache-control: no-cache

/assets/*
  content-security-policy: sandbox; default-src 'none'
  cache-control: public, max-age=31536000, immutable
`;

/** Writes a site into a folder; its page trusts the root of one remote with new keys. */
export async function writeDeployedSite(folder: string): Promise<DeployedSite> {
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  const writePage = (data: PageData) => write('index.html', toPage(data));
  const { root } = await createRepository('remote-evm', testNow);
  const data: PageData = {
    early: '/assets/early-1.js',
    hostModule: '/assets/host-1.js',
    own: { integrity: { '/assets/early-1.js': 'sha256-a' }, probe: '/assets/probe-1.js' },
    config: { title: 'Wallets', families: [] },
    trust: {
      remotes: [{ name: 'remote-evm', root: JSON.parse(new TextDecoder().decode(toCanonicalJson(root))) }],
    },
  };
  await writePage(data);
  await write('_headers', headers);
  await write('.headers/headers.json', '{}');
  await write('assets/early-1.js', 'export const early = 1;');
  await write('assets/host-1.js', 'export const host = 1;');
  await write('assets/host-1.js.gz', 'packed');
  await write('assets/host-1.css', 'body{}');
  await write('documents/remote-evm.json', '{}');
  await write('linkspan.json', '{}');
  return {
    data,
    write,
    writePage,
    async change(path, to) {
      await write(path, to(await readFile(join(folder, path), 'utf8')));
    },
  };
}

function toPage(data: PageData): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Wallets</title>
<style>body{margin:0}</style>
</head>
<body>
<main>Connect wallet</main>
<script type="application/json" id="linkspan-page">${JSON.stringify(data).replace(/</g, '\\u003c')}</script>
<script>let booted = 1;</script>
<script async crossorigin src="/assets/early-1.js" integrity="sha256-a"></script>
<link rel="stylesheet" href="/assets/host-1.css" integrity="sha256-b">
</body>
</html>
`;
}
