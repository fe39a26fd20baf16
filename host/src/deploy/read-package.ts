import { createHash } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { codeOf } from '@linkspan/contract';
import { type Bytes, parseUnsignedRelease, type UnsignedRelease, unsignedReleaseName } from '@linkspan/trust';
import { packagesFolder, toMistake } from '../config.ts';
import { incompatibilityOf } from '../releases/compatible.ts';
import type { PinnedRelease } from '../releases/pinned-source.ts';

/** A release that a package carries, and its files by their paths below the site. */
export interface PackagedRelease {
  readonly pinned: PinnedRelease;
  readonly files: ReadonlyMap<string, Bytes>;
}

/** Which package, and for which page. */
interface Asked {
  /** The name of the package, installed where the configuration's folder finds it. */
  readonly package: string;
  /** The name that its remote has in the configuration. */
  readonly remote: string;
  /** The place in the configuration. */
  readonly place: string;
  readonly folder: string;
  /** The versions of the libraries that the page shares. */
  readonly offered: Readonly<Record<string, string>>;
}

/**
 * Reads the release that an installed package carries: what its build wrote into `dist`. Rejects with `config/malformed` if the
 * package is missing or has another remote's release, if this page cannot run the release, or if a file is not the one that its
 * build has listed.
 */
export async function readPackage(asked: Asked): Promise<PackagedRelease> {
  const { package: name, remote, place, offered } = asked;
  const dist = join(findFolder(asked), 'dist');
  const bytes = await readFile(join(dist, unsignedReleaseName)).catch((cause: unknown) => {
    throw toMistake(
      place,
      `a package with a built remote: ${name} has no dist/${unsignedReleaseName}`,
      cause,
    );
  });
  const { path: built, manifest } = parse(bytes, asked).release;
  const misfit = incompatibilityOf(manifest, offered);
  if (misfit)
    throw toMistake(
      place,
      `a release that this page can run, which ${name} ${manifest.version} is not (${misfit.code}): ${misfit.message}`,
      misfit,
    );
  if (manifest.files.length === 0)
    throw toMistake(place, `a package with a built remote: ${name} lists no files`);
  const id = createHash('sha256').update(bytes).digest('hex');
  const path = `${manifest.version}-${id.slice(0, 16)}/`;
  const whole = await realpath(join(dist, built));
  const below = `${packagesFolder.slice(1)}${remote}/${path}`;
  const read = await Promise.all(
    manifest.files.map(async ({ path: file, integrity }) => {
      const bytes = await readWithin(whole, file);
      if (bytes && integrityOf(bytes) === integrity) return { file, bytes, integrity };
      const wrong = `${file} of ${name} is ${bytes ? 'not what its build has listed' : 'missing'}`;
      throw toMistake(place, `a package as it was published: ${wrong}. Install it again`);
    }),
  );
  const files = read.map(({ file, bytes, integrity }) => ({ path: file, bytes: bytes.length, integrity }));
  return {
    // Signers look at the dependencies, and pages do not.
    pinned: { package: name, id, path, manifest: { ...manifest, files, dependencies: [] } },
    files: new Map(read.map(({ file, bytes }) => [below + file, bytes])),
  };
}

function integrityOf(bytes: Bytes): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}

/** The folder of an installed package. Throws `config/malformed`. */
function findFolder({ package: name, place, folder }: Asked): string {
  try {
    return dirname(createRequire(join(folder, 'package.json')).resolve(`${name}/package.json`));
  } catch (cause) {
    throw toMistake(place, `the name of an installed package: run “npm install ${name}”`, cause);
  }
}

function parse(bytes: Uint8Array, { package: name, remote, place }: Asked): UnsignedRelease {
  try {
    return parseUnsignedRelease(JSON.parse(new TextDecoder().decode(bytes)), remote);
  } catch (cause) {
    throw toMistake(
      place,
      `a package with a release of ${remote}, which ${name} does not have (${codeOf(cause) ?? 'no JSON'})`,
      cause,
    );
  }
}

/** A file below a folder; undefined if it is missing, or if a link leads out of the folder. */
async function readWithin(folder: string, path: string): Promise<Bytes | undefined> {
  try {
    const file = await realpath(join(folder, path));
    return file.startsWith(folder + sep) ? new Uint8Array(await readFile(file)) : undefined;
  } catch {
    return undefined;
  }
}
