import { list, type Shape } from '@linkspan/contract';
import { rootFormat } from '@linkspan/trust';
import type { SealedPage, SealedRoot } from '@linkspan/trust/seal';
import { toCanonicalJson } from '@linkspan/trust/sign';
import { integrityOf } from '../integrity-of.ts';
import { splitPage } from './split-page.ts';

/** What a deployed page consists of, from its bytes; undefined where it is no page of this product. */
export function describePage(bytes: Uint8Array): SealedPage | undefined {
  const found = splitPage(new TextDecoder().decode(bytes));
  if (found === undefined) return undefined;
  const { data, scripts, tags, style, markup } = found;
  const { config, trust, ...built } = data;
  const roots = readRoots(trust);
  return (
    roots && {
      scripts: scripts.map(integrityOf),
      tags: tags.map((tag) => tag.slice(0, 2_000)),
      roots,
      config: integrityOfValue(config),
      trust: integrityOfValue(trust),
      built: integrityOfValue(built),
      style: integrityOf(style),
      markup: integrityOf(markup),
    }
  );
}

function integrityOfValue(value: unknown): string {
  return integrityOf(toCanonicalJson(value));
}

/** A root that the page carries. Its hash covers fields that are not known here too. */
const sealedRoot: Shape<SealedRoot> = (value, place) => {
  const root = (value as { readonly root?: unknown } | null)?.root;
  const { remote, version, keys } = rootFormat.shape(root, place);
  return { remote, version, integrity: integrityOfValue(root), keyids: Object.keys(keys).sort() };
};

/** The roots that the page carries; undefined where it carries none that can be read. */
function readRoots(trust: unknown): readonly SealedRoot[] | undefined {
  const { remotes } = (trust ?? {}) as { readonly remotes?: unknown };
  try {
    return list(sealedRoot, 50)(remotes, 'remotes');
  } catch {
    return undefined;
  }
}
