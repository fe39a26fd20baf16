import type { Manifest } from '@linkspan/trust';
import { toSize } from '../output.ts';

/** A package whose versions in the files are others than before; one package may be there in several. */
export interface Update {
  readonly name: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** What a signer should know of a release before it takes the place of another. */
export interface Changes {
  readonly dependencies: {
    /** As `name@version`. */
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly updated: readonly Update[];
  };
  readonly hosts: { readonly added: readonly string[]; readonly removed: readonly string[] };
  /** Of all files together. */
  readonly bytes: { readonly before: number; readonly after: number };
}

/** What changes from one release to another, each list sorted. */
export function compareReleases(before: Manifest, after: Manifest): Changes {
  return {
    dependencies: comparePackages(toVersions(before), toVersions(after)),
    hosts: { added: without(after.hosts, before.hosts), removed: without(before.hosts, after.hosts) },
    bytes: { before: toBytes(before), after: toBytes(after) },
  };
}

type Versions = ReadonlyMap<string, readonly string[]>;

function comparePackages(before: Versions, after: Versions): Changes['dependencies'] {
  const spell = (versions: Versions, names: readonly string[]) =>
    names.flatMap((name) => (versions.get(name) ?? []).map((version) => `${name}@${version}`));
  const updated = [...after].flatMap(([name, to]) => {
    const from = before.get(name) ?? to;
    return from.join() === to.join() ? [] : [{ name, from, to }];
  });
  return {
    added: spell(after, without([...after.keys()], [...before.keys()])),
    removed: spell(before, without([...before.keys()], [...after.keys()])),
    updated,
  };
}

/** The versions of each package by its name; a name may begin with an @ of its own. */
function toVersions({ dependencies }: Manifest): Versions {
  const versions = new Map<string, readonly string[]>();
  for (const one of [...dependencies].sort()) {
    const at = one.lastIndexOf('@');
    const name = one.slice(0, at);
    versions.set(name, [...(versions.get(name) ?? []), one.slice(at + 1)]);
  }
  return versions;
}

function toBytes({ files }: Manifest): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

function without(all: readonly string[], others: readonly string[]): readonly string[] {
  return all.filter((one) => !others.includes(one)).sort();
}

/** What changes from one release to another, in lines for people. */
export function describeChanges({ dependencies, hosts, bytes }: Changes): readonly string[] {
  const packages = [
    ...dependencies.added.map((one) => `new: ${one}`),
    ...dependencies.removed.map((one) => `gone: ${one}`),
    ...dependencies.updated.map(toUpdate),
  ];
  const named = [...hosts.added.map((one) => `new: ${one}`), ...hosts.removed.map((one) => `gone: ${one}`)];
  return [
    ...toList('Packages', packages),
    ...toList('Hosts named', named),
    `Size: ${bytes.before === bytes.after ? 'no change' : `${toSize(bytes.before)} → ${toSize(bytes.after)}`}`,
  ];
}

function toList(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [`${title}: no change`] : [title, ...lines.map((line) => `  ${line}`)];
}

function toUpdate({ name, from, to }: Update): string {
  return `other: ${name} ${from.join(' and ')} → ${to.join(' and ')}`;
}
