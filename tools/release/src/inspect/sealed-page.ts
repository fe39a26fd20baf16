import type { SealedPage, SealedRoot } from '@linkspan/trust/seal';
import type { FindingCode, VerifyNote } from './verify-texts.ts';

/** The parts that are told as a whole. */
const parts = [
  ['config', 'verify/config'],
  ['built', 'verify/built'],
  ['style', 'verify/style'],
] as const satisfies readonly (readonly [keyof SealedPage, FindingCode])[];

/** What of a tag is told, in characters; and how many tags. */
const maxShown = 200;
const maxTags = 10;

/** In which parts a page whose bytes differ is not the sealed one. */
export function comparePages(
  wanted: SealedPage,
  found: SealedPage | undefined,
  address: string,
): readonly VerifyNote[] {
  if (found === undefined) return [{ code: 'verify/no-page', address }];
  const notes: readonly VerifyNote[] = [
    ...compareScripts(wanted, found, address),
    ...compareRoots(wanted, found, address),
    ...parts.filter(([part]) => wanted[part] !== found[part]).map(([, code]) => ({ code, address })),
    ...compareMarkup(wanted, found, address),
  ];
  // A mark before the first byte, or a line ending within a part: no browser cares, and nobody put it there for nothing.
  return notes.length > 0 ? notes : [{ code: 'verify/altered', address }];
}

function compareScripts(wanted: SealedPage, found: SealedPage, address: string): readonly VerifyNote[] {
  const missing = wanted.scripts.filter((one) => !found.scripts.includes(one));
  const counts = { wanted: `${wanted.scripts.length}`, found: `${found.scripts.length}` };
  const isMore = found.scripts.length > wanted.scripts.length;
  return [
    ...(missing.length > 0 ? [{ code: 'verify/boot', address } as const] : []),
    ...(isMore ? [{ code: 'verify/more-scripts', address, values: counts } as const] : []),
  ];
}

function compareRoots(wanted: SealedPage, found: SealedPage, address: string): readonly VerifyNote[] {
  const remotes = new Set([...wanted.roots, ...found.roots].map(({ remote }) => remote));
  const changed = [...remotes].flatMap((remote): VerifyNote[] => {
    const [before, after] = [wanted, found].map(({ roots }) => roots.find((one) => one.remote === remote));
    if (before?.integrity === after?.integrity) return [];
    const values = { remote, wanted: describeRoot(before, after), found: describeRoot(after, before) };
    return [{ code: 'verify/root', address, values }];
  });
  if (changed.length > 0 || wanted.trust === found.trust) return changed;
  return [{ code: 'verify/trust', address }];
}

/** A root by its version, and the keys that only it has. */
function describeRoot(root: SealedRoot | undefined, other: SealedRoot | undefined): string {
  if (root === undefined) return 'no root';
  const own = root.keyids.filter((keyid) => !other?.keyids.includes(keyid));
  if (own.length === 0) return `root ${root.version}`;
  return `root ${root.version} with the keys ${own.map((keyid) => keyid.slice(0, 16)).join(', ')}`;
}

function compareMarkup(wanted: SealedPage, found: SealedPage, address: string): readonly VerifyNote[] {
  if (wanted.markup === found.markup) return [];
  const toNotes = (code: FindingCode, tags: readonly string[]): readonly VerifyNote[] =>
    tags.slice(0, maxTags).map((tag) => ({ code, address, values: { tag: tag.slice(0, maxShown) } }));
  const tags = [
    ...toNotes('verify/more-tags', without(found.tags, wanted.tags)),
    ...toNotes('verify/fewer-tags', without(wanted.tags, found.tags)),
  ];
  return tags.length > 0 ? tags : [{ code: 'verify/markup', address }];
}

/** What is in a list more often than in another. */
function without(some: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return some.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
