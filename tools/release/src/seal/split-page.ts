/** A page in its parts. */
export interface SplitPage {
  /** What boot, lobby and host go by, as JSON. */
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
 * A deployed page in its parts, from its HTML; undefined where it carries no data of this product. It goes by patterns
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
