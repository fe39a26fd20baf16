import { resolve } from 'node:path';
import { isRecord } from './npm-lockfile.ts';
import { assertPinned, assertWithin, type Lockfile, toUnpinned } from './pinned.ts';
import { readYaml } from './read-yaml.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The name of a package: no path, which would be one out of `node_modules`. */
const packageName = /^(@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*$/;

/**
 * A pnpm-lock.yaml as pnpm is to read it. Of several documents, the last one is that of the packages. Throws
 * `command/unpinned` for one that does not pin each package, and for the forms before pnpm 9.
 */
export function pinPnpmLockfile(lockfile: Lockfile, text: string): object {
  const content = parse(lockfile, text);
  if (!/^9\./.test(`${content.lockfileVersion}`))
    throw toUnpinned(lockfile, 'it has not the form 9, of pnpm 9 and newer. Install with a newer pnpm');
  const packages = toFields(content.packages);
  for (const [id, value] of Object.entries(packages)) {
    assertName(lockfile, id.replace(/(?!^)@.*/, ''));
    pin(lockfile, id, toFields(toFields(value).resolution));
  }
  for (const [place, importer] of Object.entries(toFields(content.importers))) {
    assertWithin(lockfile, place, place);
    assertDependencies(lockfile, place, toFields(importer));
  }
  for (const [id, snapshot] of Object.entries(toFields(content.snapshots))) {
    if (!Object.hasOwn(packages, id.replace(/\(.*/, ''))) throw toUnpinned(lockfile, `${id} is not listed`);
    assertDependencies(lockfile, '', toFields(snapshot));
  }
  for (const [id, patch] of Object.entries(toFields(content.patchedDependencies)))
    if (isRecord(patch) && patch.path !== undefined) assertWithin(lockfile, id, `${patch.path}`);
  return content;
}

function pin(lockfile: Lockfile, id: string, { integrity, tarball, ...others }: Fields): void {
  const isFolder = others.type === 'directory' && typeof others.directory === 'string';
  const [odd] = Object.keys(others);
  if (isFolder) assertWithin(lockfile, id, `${others.directory}`);
  else if (odd === undefined) assertPinned(lockfile, id, { integrity, address: tarball });
  else throw toUnpinned(lockfile, `${id} comes from elsewhere than a registry, as its ${odd} says`);
}

/** Refuses names that are paths, and links that lead out of the commit from a folder. */
function assertDependencies(lockfile: Lockfile, from: string, fields: Fields): void {
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'])
    for (const [alias, value] of Object.entries(toFields(fields[kind]))) {
      assertName(lockfile, alias);
      const [, link] = /^link:(.*)$/s.exec(`${isRecord(value) ? value.version : value}`) ?? [];
      if (link !== undefined) assertWithin(lockfile, alias, resolve(lockfile.folder, from, link));
    }
}

function assertName(lockfile: Lockfile, name: string): void {
  if (!packageName.test(name)) throw toUnpinned(lockfile, `“${name}” is no name of a package`);
}

function parse(lockfile: Lockfile, text: string): Fields {
  try {
    const value = readYaml(text);
    if (isRecord(value)) return value;
  } catch (cause) {
    throw toUnpinned(lockfile, 'it is not YAML as pnpm writes it', { cause });
  }
  throw toUnpinned(lockfile, 'it lists nothing');
}

function toFields(value: unknown): Fields {
  return isRecord(value) ? value : {};
}
