import { toTable } from '../table.ts';
import { toSize } from '../to-size.ts';
import type { Changes, Sized, Update } from './compare-releases.ts';

/** What changes from one release to another, in lines for people. */
export function describeChanges({ dependencies, hosts, sizes, bytes }: Changes): readonly string[] {
  const packages = [
    ...dependencies.added.map((one) => `new: ${one}`),
    ...dependencies.removed.map((one) => `gone: ${one}`),
    ...dependencies.updated.map(toUpdate),
  ];
  const named = [...hosts.added.map((one) => `new: ${one}`), ...hosts.removed.map((one) => `gone: ${one}`)];
  return [
    ...toList('Packages', packages),
    ...toList('Hosts named', named),
    'Sizes',
    ...toTable(
      ['part', 'before', 'after', 'change'],
      [...sizes, { part: 'in all', ...bytes }].map(toRow),
    ).map((line) => `  ${line}`),
  ];
}

function toList(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [`${title}: no change`] : [title, ...lines.map((line) => `  ${line}`)];
}

function toUpdate({ name, from, to }: Update): string {
  return `other: ${name} ${from.join(' and ')} → ${to.join(' and ')}`;
}

function toRow({ part, before, after }: Sized): readonly string[] {
  const change = after === before ? '' : `${after > before ? '+' : ''}${toSize(after - before)}`;
  return [part, before === 0 ? 'new' : toSize(before), after === 0 ? 'gone' : toSize(after), change];
}
