import type { Manifest } from '@linkspan/trust';
import { toSize } from '../output.ts';

/** What a signer should know of a release before it takes the place of another; each list is sorted. */
export interface Changes {
  readonly packages: {
    /** As `name@version`. */
    readonly added: readonly string[];
    readonly removed: readonly string[];
    /** Those that are there in other versions; a package may be there in several. */
    readonly updated: readonly { readonly name: string; readonly from: Versions; readonly to: Versions }[];
  };
  readonly hosts: { readonly added: readonly string[]; readonly removed: readonly string[] };
  /** Of all files together. */
  readonly bytes: { readonly before: number; readonly after: number };
}

type Versions = readonly string[];

/** What changes from one release to another. */
export function compareReleases(before: Manifest, after: Manifest): Changes {
  const [old, now] = [toVersions(before), toVersions(after)];
  const only = (these: typeof old, those: typeof old) =>
    [...these].flatMap(([name, versions]) =>
      those.has(name) ? [] : versions.map((one) => `${name}@${one}`),
    );
  const updated = [...now].flatMap(([name, to]) => {
    const from = old.get(name) ?? to;
    return from.join() === to.join() ? [] : [{ name, from, to }];
  });
  return {
    packages: { added: only(now, old), removed: only(old, now), updated },
    hosts: { added: without(after.hosts, before.hosts), removed: without(before.hosts, after.hosts) },
    bytes: { before: toBytes(before), after: toBytes(after) },
  };
}

/** The versions of each package by its name; a name may begin with an @ of its own. */
function toVersions({ dependencies }: Manifest): ReadonlyMap<string, Versions> {
  const versions = new Map<string, Versions>();
  for (const one of [...dependencies].sort()) {
    const [, name = '', version = ''] = /^(.+)@(.*)$/.exec(one) ?? [];
    versions.set(name, [...(versions.get(name) ?? []), version]);
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
export function describeChanges({ packages, hosts, bytes }: Changes): readonly string[] {
  const isSame = bytes.before === bytes.after;
  const updates = packages.updated.map(
    ({ name, from, to }) => `  other: ${name} ${from.join(' and ')} → ${to.join(' and ')}`,
  );
  return [
    ...toList('Packages', [...toNames(packages), ...updates]),
    ...toList('Hosts named', toNames(hosts)),
    `Size: ${isSame ? 'no change' : `${toSize(bytes.before)} → ${toSize(bytes.after)}`}`,
  ];
}

function toNames({ added, removed }: Changes['hosts']): readonly string[] {
  return [...added.map((one) => `  new: ${one}`), ...removed.map((one) => `  gone: ${one}`)];
}

function toList(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [`${title}: no change`] : [title, ...lines];
}
