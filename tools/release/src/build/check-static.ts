import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { contractVersion, fitsContract } from '@linkspan/contract';
import type { Manifest } from '@linkspan/trust';
import type { CheckResult } from '../documents/check-report.ts';
import { listFiles, ownNames, readListed } from '../documents/release-folder.ts';
import { explainError, Refusal } from '../errors.ts';
import { listHosts } from './describe-release.ts';
import { assertImports, type BuiltRelease, isModule, listReached, readModule } from './modules.ts';

/**
 * Checks the files of a release without running them. `at` is when, in ISO 8601; `here` is where on this machine the
 * command is run.
 */
export async function checkStatic(
  { folder, manifest }: { readonly folder: string; readonly manifest: Manifest },
  { at, here }: { readonly at: string; readonly here: string },
): Promise<CheckResult> {
  const contents = new Map<string, Uint8Array>();
  const failures = await failureOf(async () => {
    for (const file of manifest.files) contents.set(file.path, await readListed(folder, file));
    await assertNoOthers(folder, manifest);
  });
  // Files that are not the built ones are not looked at further.
  const checks = failures.length === 0 ? staticChecks : [];
  for (const check of checks)
    failures.push(...(await failureOf(async () => check({ manifest, contents, here }))));
  const passed = checks.length + 1 - failures.length;
  return { passed, failed: failures.length, notOffered: 0, failures, at, browser: '' };
}

/** Throws `command/unlisted`. */
async function assertNoOthers(folder: string, { files }: Manifest): Promise<void> {
  const known = new Set([...files.map(({ path }) => path), ...ownNames]);
  const file = (await listFiles(folder)).find((one) => !known.has(one));
  if (file !== undefined)
    throw new Refusal('command/unlisted', `${file} is not in the list that the build wrote. Build again.`);
}

/** The sentence of what a check finds wrong; none if it finds nothing. */
async function failureOf(check: () => Promise<void>): Promise<string[]> {
  try {
    await check();
    return [];
  } catch (error) {
    const end = explainError(error);
    if (end === undefined) throw error;
    return [end.sentence];
  }
}

/** Looks at one thing of a release. Throws a `Refusal` if it is not as it must be. */
export type StaticCheck = (release: BuiltRelease) => void | Promise<void>;

/** What is looked at in the files of a release, beside their hashes, without running them. */
export const staticChecks: readonly StaticCheck[] = [
  ({ contents }) => assertImports(contents),
  assertDiscovery,
  assertEntry,
  assertContract,
  assertHosts,
  assertNoCodeFromText,
  assertNoUncheckedLoad,
  assertNoBuildPath,
];

/** The most that a discovery may take with what it imports at once, in bytes of brotli. */
const mostBytes = 3_700;

const compress = promisify(brotliCompress);

/**
 * A discovery exports `discover`, is small, and leads to nothing that the connector is made of.
 * Throws `command/missing-export`, `command/heavy-discovery`, `command/federated-discovery`, `command/no-module`.
 */
async function assertDiscovery({ manifest, contents }: BuiltRelease): Promise<void> {
  const { discovery: file, entry, preload } = manifest;
  const { exports } = await readModule(file, contents.get(file) ?? new Uint8Array());
  if (!exports.includes('discover')) throw toMissingExport(file, 'discover');

  const reached = await listReached(contents, [file], 'all');
  const other = [entry, ...preload].find((one) => reached.includes(one));
  if (other !== undefined)
    throw new Refusal(
      'command/federated-discovery',
      `The discovery ${file} leads to ${other}, which belongs to the connector. It must do without the federation and its libraries.`,
    );

  const needed = await listReached(contents, [file], 'at once');
  const sizes = await Promise.all(
    needed.map(async (one) => (await compress(contents.get(one) ?? new Uint8Array())).length),
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (bytes > mostBytes)
    throw new Refusal(
      'command/heavy-discovery',
      `The discovery ${file} takes ${String(bytes)} bytes compressed, and at most ${String(mostBytes)} are allowed: the list of wallets must be there at once. Move what the list does not need into a file that is imported on demand.`,
    );
}

/**
 * The entry is a federation's remote entry, and what is preloaded is what mounting needs: the entry with all that it
 * imports at once, and files that it leads to.
 * Throws `command/missing-export`, `command/not-preloaded`, `command/needless-preload`, `command/no-module`.
 */
async function assertEntry({ manifest, contents }: BuiltRelease): Promise<void> {
  const { entry, preload } = manifest;
  const { exports } = await readModule(entry, contents.get(entry) ?? new Uint8Array());
  const name = ['get', 'init'].find((one) => !exports.includes(one));
  if (name !== undefined) throw toMissingExport(entry, name);

  // With the files that were chosen to be preloaded, what those import at once is needed too.
  const needed = await listReached(contents, [entry, ...preload.filter(isModule)], 'at once');
  const missing = needed.find((file) => !preload.includes(file));
  if (missing !== undefined)
    throw new Refusal(
      'command/not-preloaded',
      `Mounting needs ${missing}, which the manifest does not list to be preloaded. Build again.`,
    );

  const reached = await listReached(contents, [entry], 'all');
  const needless = preload.find((file) => !reached.includes(file));
  if (needless !== undefined)
    throw new Refusal(
      'command/needless-preload',
      `The manifest preloads ${needless}, which ${entry} never leads to. Build again.`,
    );
}

/** The contract of a release is one that the suite of this checkout can hold it to. Throws `command/unknown-contract`. */
function assertContract({ manifest }: BuiltRelease): void {
  if (!fitsContract(manifest.contract, contractVersion))
    throw new Refusal(
      'command/unknown-contract',
      `The release needs contract ${manifest.contract}, and this checkout knows ${contractVersion}. Check it with a checkout that is as new as the remote.`,
    );
}

/** Who signs is shown the hosts that the files name, so they must be those. Throws `command/other-hosts`. */
function assertHosts({ manifest, contents }: BuiltRelease): void {
  const named = listHosts(contents);
  const differing = [
    ...named.filter((host) => !manifest.hosts.includes(host)),
    ...manifest.hosts.filter((host) => !named.includes(host)),
  ];
  if (differing.length > 0)
    throw new Refusal(
      'command/other-hosts',
      `The files name other hosts than the manifest tells its signers: ${differing.join(', ')}. Build again.`,
    );
}

function toMissingExport(file: string, name: string): Refusal {
  const sentence = `${file} does not export ${name}, so no page could use it. Check what the remote’s build was given.`;
  return new Refusal('command/missing-export', sentence);
}

/**
 * No file makes code of text by `eval` or the constructor of functions. The old question for the global object,
 * `Function("return this")`, is the last way out of polyfills, which no browser comes to. Throws `command/code-from-text`.
 */
function assertNoCodeFromText(release: BuiltRelease): void {
  const pattern = /(?<![\w$.])(?:new\s+)?(?:eval|Function)\s*\((?!\s*(["'`])return this\1\s*\)).{0,40}/;
  refuseIfFound('command/code-from-text', findInTexts(release, pattern), {
    what: 'makes code of text',
    why: 'The policy of a page forbids that; replace what does it.',
  });
}

/** No file starts workers or compiles WebAssembly of bytes, whose hash no browser checks. Throws `command/unchecked-load`. */
function assertNoUncheckedLoad(release: BuiltRelease): void {
  const pattern =
    /\bnew\s+(?:Shared)?Worker\s*\(|\bimportScripts\s*\(|\bserviceWorker\s*\.\s*register\b|\bWebAssembly\s*\.\s*(?:compile\w*|instantiateStreaming|Module)\s*\(/;
  refuseIfFound('command/unchecked-load', findInTexts(release, pattern), {
    what: 'has a browser load what it looks at no hash of',
    why: 'The policy of a page forbids that; do without it.',
  });
}

/** The address of a local file, a folder of a person or of a build service, or one on a drive. */
const localPath =
  /(?<![\w./-])(?:file:\/\/\/\w|\/(?:home|Users|root|workspace|builds)\/[\w.-]+\/|[A-Z]:\\{1,2}[A-Za-z]{2}[\w .-]*\\)[^\s"'`)]*/;

/** No file has a path of the machine that built it. Throws `command/build-path`. */
function assertNoBuildPath(release: BuiltRelease): void {
  const { here } = release;
  // A folder of one name, such as `/app`, may be anything in a text.
  const isTelling = /[\\/][^\\/]+[\\/][^\\/]+/.test(here);
  const ownPath = new RegExp(`${here.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}[\\\\/][^\\s"'\`)]*`);
  const found = findInTexts(release, localPath) ?? (isTelling ? findInTexts(release, ownPath) : undefined);
  refuseIfFound('command/build-path', found, {
    what: 'has a path of the machine that built it',
    why: 'It tells of that machine, and other machines would build other bytes.',
  });
}

/** The first match of a pattern in the files, on one line, cut if it is long. */
function findInTexts({ contents }: BuiltRelease, pattern: RegExp) {
  for (const [file, bytes] of contents) {
    const [match] = pattern.exec(new TextDecoder().decode(bytes)) ?? [];
    if (match !== undefined) return { file, excerpt: match.replace(/\s+/g, ' ').slice(0, 60) };
  }
  return undefined;
}

function refuseIfFound(
  code: `command/${string}`,
  found: ReturnType<typeof findInTexts>,
  { what, why }: { readonly what: string; readonly why: string },
): void {
  if (found !== undefined) throw new Refusal(code, `${found.file} ${what}: “${found.excerpt}”. ${why}`);
}
