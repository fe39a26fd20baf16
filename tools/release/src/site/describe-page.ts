import { list, type Shape } from '@linkspan/contract';
import { rootFormat } from '@linkspan/trust';
import type { SealedPage, SealedRoot } from '@linkspan/trust/seal';
import { toCanonicalJson } from '@linkspan/trust/sign';
import { integrityOf } from '../files.ts';

/** What a deployed page consists of, from its bytes; undefined if it is no page of this product. */
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

/** The roots that the page carries; undefined if it carries none that can be read. */
function readRoots(trust: unknown): readonly SealedRoot[] | undefined {
  const { remotes } = (trust ?? {}) as { readonly remotes?: unknown };
  try {
    return list(sealedRoot, 50)(remotes, 'remotes');
  } catch {
    return undefined;
  }
}

/** A page in its parts. */
export interface SplitPage {
  /** The data of the page for its scripts, parsed from JSON. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The texts of the inline scripts, in their order. */
  readonly scripts: readonly string[];
  /** The start tags of what loads, runs or steers. */
  readonly tags: readonly string[];
  readonly style: string;
  /** All else. */
  readonly markup: string;
}

// Each takes linear time: a page that is made to keep its reader busy must not keep a difference from being told.
const script = /(<script\b[^<>]*>)([\s\S]*?)(<\/script\s*>|$)/gi;
const style = /(<style\b[^<>]*>)([\s\S]*?)(<\/style\s*>|$)/gi;
const steering = /<(?:script|style|link|base|meta|iframe|frame|object|embed|form)\b[^<>]*>/gi;
const isData = /\bid\s*=\s*"?linkspan-page\b/i;
const isPlainText = /\btype\s*=\s*"?application\/json\b/i;

/**
 * A deployed page in its parts, from its HTML; undefined if it carries no data of this product. It follows patterns
 * and not by a browser's parser: it tells which part of a page differs, and never whether one does.
 */
export function splitPage(html: string): SplitPage | undefined {
  const found = [...html.matchAll(script)].map(([, tag = '', text = '']) => ({ tag, text }));
  const data = toObject(found.find(({ tag }) => isData.test(tag))?.text ?? '');
  if (data === undefined) return undefined;
  const markup = html.replace(script, '$1$3').replace(style, '$1$3');
  return {
    data,
    scripts: found.filter(({ tag, text }) => !isPlainText.test(tag) && text !== '').map(({ text }) => text),
    tags: markup.match(steering) ?? [],
    style: [...html.matchAll(style)].map(([, , text = '']) => text).join('\n'),
    markup,
  };
}

function toObject(json: string): SplitPage['data'] | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as SplitPage['data']) : undefined;
  } catch {
    return undefined;
  }
}
