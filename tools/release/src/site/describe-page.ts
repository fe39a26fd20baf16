import { list, type Shape } from '@linkspan/contract';
import { rootFormat } from '@linkspan/trust';
import type { SealedPage, SealedRoot } from '@linkspan/trust/seal';
import { toCanonicalJson } from '@linkspan/trust/sign';
import { integrityOf } from '../files.ts';

// Each takes linear time: a page that is made to keep its reader busy must not keep a difference from being told.
const script = /(<script\b[^<>]*>)([\s\S]*?)(<\/script\s*>|$)/gi;
const style = /(<style\b[^<>]*>)([\s\S]*?)(<\/style\s*>|$)/gi;
const steering = /<(?:script|style|link|base|meta|iframe|frame|object|embed|form)\b[^<>]*>/gi;
const isData = /\bid\s*=\s*"?linkspan-page\b/i;
const isPlainText = /\btype\s*=\s*"?application\/json\b/i;

/**
 * The parts of a deployed page as format 1 of the seal has them, from its HTML; undefined if it carries no roots. It
 * follows patterns and not by a browser's parser: no comparison rests on it.
 */
export function describePage(html: string): SealedPage | undefined {
  const { config, trust, ...built } = readPageData(html) ?? {};
  const roots = readRoots(trust);
  if (roots === undefined) return undefined;
  const inline = findScripts(html).filter(({ tag, text }) => !isPlainText.test(tag) && text !== '');
  const markup = html.replace(script, '$1$3').replace(style, '$1$3');
  const styles = [...html.matchAll(style)].map(([, , text = '']) => text);
  return {
    scripts: inline.map(({ text }) => integrityOf(text)),
    tags: (markup.match(steering) ?? []).map((tag) => tag.slice(0, 2_000)),
    roots,
    config: integrityOfValue(config),
    trust: integrityOfValue(trust),
    built: integrityOfValue(built),
    style: integrityOf(styles.join('\n')),
    markup: integrityOf(markup),
  };
}

/** The data that a deployed page has for its scripts; undefined if it is no page of this product. */
export function readPageData(html: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(findScripts(html).find(({ tag }) => isData.test(tag))?.text ?? '');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function findScripts(html: string): readonly { readonly tag: string; readonly text: string }[] {
  return [...html.matchAll(script)].map(([, tag = '', text = '']) => ({ tag, text }));
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

/** The roots that the page carries; undefined if it carries none that can be read. */
function readRoots(trust: unknown): readonly SealedRoot[] | undefined {
  const { remotes } = (trust ?? {}) as { readonly remotes?: unknown };
  try {
    return list(sealedRoot, 50)(remotes, 'remotes');
  } catch {
    return undefined;
  }
}
