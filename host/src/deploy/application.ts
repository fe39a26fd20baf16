import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DefaultTreeAdapterMap, parse } from 'parse5';
import { type ApplicationConfig, toMistake } from '../config.ts';
import type { ApplicationScripts } from '../loader/import-map.ts';

type Element = DefaultTreeAdapterMap['element'];
type Node = DefaultTreeAdapterMap['node'];

/** The files of a built application, by their addresses below the site. */
export type ApplicationFiles = ReadonlyMap<string, Uint8Array>;

/** One page of an application, for the shell. */
export interface ApplicationPage {
  /** Its address below the site: `/index.html`. */
  readonly address: string;
  readonly data: ApplicationScripts;
  /** Modules that its HTML had inline, by their addresses: a browser would start them before the import map. */
  readonly inlined: ApplicationFiles;
  /** The page with `head` in it, before everything that runs or loads. */
  render(head: string): string;
}

/** Files that the deploy writes itself. */
const reserved =
  /^\/(linkspan\.json|blocked\.json|_headers|\.headers\/|documents\/|THIRD-PARTY-NOTICES\.txt$)/;

/** Reads a folder of built files. Rejects with `config/malformed` for a file that the deploy writes itself. */
export async function readApplicationFiles(folder: string): Promise<ApplicationFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = files.map(
    async (file) =>
      [file.slice(folder.length).replaceAll('\\', '/').replace(/^\/*/, '/'), await readFile(file)] as const,
  );
  const found = new Map((await Promise.all(read)).sort(([one], [other]) => (one < other ? -1 : 1)));
  for (const address of found.keys())
    if (reserved.test(address))
      throw toMistake(`app${address}`, 'under another name: the deploy writes this one');
  return found;
}

/**
 * Reads the pages of an application. Throws `config/malformed`, with the file and its line, for what cannot be kept: a module
 * of another origin that `app.scripts` does not list, a script that is made for each request, an import map, a service
 * worker, a `<base>`, a policy or event handlers in the markup.
 */
export function readPages(files: ApplicationFiles, config: ApplicationConfig): readonly ApplicationPage[] {
  const integrity: Record<string, string> = {};
  for (const [address, bytes] of files) {
    if (!/\.m?js$/.test(address)) continue;
    if (/\bserviceWorker\s*\.\s*register\s*\(/.test(new TextDecoder().decode(bytes)))
      throw toMistake(
        `app${address}`,
        'without a service worker, which could replace the page and its hashes',
      );
    integrity[address] = hashOf(bytes);
  }
  for (const { url, integrity: hash } of config.scripts ?? []) integrity[url] = hash;
  const pages = [...files.keys()].filter((address) => address.endsWith('.html'));
  if (!pages.includes('/index.html')) throw toMistake('app', 'a folder with an index.html');
  return pages.map((address) => readPage(address, files.get(address) as Uint8Array, integrity));
}

/** A page of a development server, whose modules have no hash: anything that the server has may run. */
export function readDevelopmentPage(html: string, { scripts = [] }: ApplicationConfig): ApplicationPage {
  const known = Object.fromEntries(scripts.map(({ url, integrity }) => [url, integrity]));
  const page = readPage('/index.html', new TextEncoder().encode(html), known, true);
  // As a source of a policy, a path that ends so is all below it.
  return { ...page, data: { ...page.data, sources: [...page.data.sources, '/'] } };
}

function hashOf(bytes: Uint8Array | string): string {
  return `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

function readPage(
  address: string,
  bytes: Uint8Array,
  known: Readonly<Record<string, string>>,
  isDevelopment = false,
): ApplicationPage {
  const html = new TextDecoder().decode(bytes);
  const edits: Edit[] = [];
  const entries: string[] = [];
  const hashes: string[] = [];
  const sources: string[] = [];
  const inlined = new Map<string, Uint8Array>();
  let charset: Element | undefined;
  let head: Element | undefined;

  const refuse = (element: Element, expected: string): never => {
    throw toMistake(`app${address}, line ${element.sourceCodeLocation?.startLine ?? '?'}`, expected);
  };
  const replaceTag = (element: Element, attributes: Readonly<Record<string, string>>) => {
    const tag = element.sourceCodeLocation?.startTag ?? element.sourceCodeLocation;
    if (tag === undefined || tag === null) return;
    const text = Object.entries(attributes).map(([name, value]) =>
      value === '' ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`,
    );
    edits.push({ from: tag.startOffset, to: tag.endOffset, text: `<${element.tagName}${text.join('')}>` });
  };
  const remove = (element: Element) => {
    const { startOffset, endOffset } = element.sourceCodeLocation ?? { startOffset: 0, endOffset: 0 };
    edits.push({ from: startOffset, to: endOffset, text: '' });
  };
  /** The hash of a script by its address in the page. */
  const find = (element: Element, source: string): readonly [address: string, integrity: string] => {
    const at = new URL(source, `https://site.invalid${address}`);
    const name = at.host === 'site.invalid' ? at.pathname : source;
    const integrity = known[name];
    if (integrity !== undefined) return [name, integrity];
    const isOwn = at.host === 'site.invalid';
    if (isOwn && isDevelopment) return [source, ''];
    return refuse(
      element,
      isOwn
        ? `a script that is in the folder; ${source} is not`
        : `listed in app.scripts, as {"url": "${source}", "integrity": "sha384-…"}: code of another origin can ask wallets for anything`,
    );
  };

  const readScript = (element: Element) => {
    const { src, type = '', nonce } = attributesOf(element);
    if (/^importmap$/i.test(type))
      refuse(
        element,
        'without an import map: the page has one with the hashes of all modules. Bundle what it names',
      );
    if (nonce !== undefined)
      refuse(element, 'without a script that is made for each request (nonce): no hash of it is known');
    const isModule = /^module$/i.test(type);
    if (!isModule && !/^($|text\/javascript$|application\/javascript$)/i.test(type)) return;
    if (src === undefined) {
      const text = textOf(element);
      if (!isModule) {
        hashes.push(hashOf(text));
        return;
      }
      const name = new URL(
        `./inline-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.js`,
        `https://site.invalid${address}`,
      ).pathname;
      inlined.set(name, new TextEncoder().encode(text));
      entries.push(name);
      remove(element);
      return;
    }
    const [name, integrity] = find(element, src);
    if (isModule) {
      entries.push(name);
      remove(element);
      return;
    }
    sources.push(name);
    replaceTag(element, {
      ...attributesOf(element),
      ...(integrity !== '' && { integrity, crossorigin: '' }),
    });
  };

  const readLink = (element: Element) => {
    const { rel = '', href, as, ...others } = attributesOf(element);
    if (!/\bmodulepreload\b/i.test(rel) || href === undefined) return;
    // The browser would start the module's load, after which some take no import map.
    const [, integrity] = find(element, href);
    replaceTag(element, {
      ...others,
      rel: 'preload',
      as: 'script',
      crossorigin: '',
      href,
      ...(integrity !== '' && { integrity }),
    });
  };

  for (const element of elementsOf(parse(html, { sourceCodeLocationInfo: true }))) {
    const handler = element.attrs.find(({ name }) => /^on[a-z]/.test(name));
    if (handler) refuse(element, `without ${handler.name}="…": the page's policy runs no code of attributes`);
    switch (element.tagName) {
      case 'script':
        readScript(element);
        break;
      case 'link':
        readLink(element);
        break;
      case 'base':
        refuse(element, 'without <base>, by which all addresses would change');
        break;
      case 'head':
        head = element;
        break;
      case 'meta': {
        const { charset: written, 'http-equiv': equivalent = '' } = attributesOf(element);
        if (written !== undefined) charset ??= element;
        if (/content-security-policy/i.test(equivalent))
          refuse(element, 'without a policy: the deploy writes it, from what `app` names');
        break;
      }
      case 'linkspan-root':
        refuse(element, 'the application as it was built: this page was deployed before');
    }
  }
  const start =
    charset?.sourceCodeLocation?.endOffset ?? head?.sourceCodeLocation?.startTag?.endOffset ?? startOf(html);
  const data: ApplicationScripts = {
    entries,
    integrity: { ...known, ...Object.fromEntries([...inlined].map(([name, code]) => [name, hashOf(code)])) },
    hashes,
    sources,
  };
  return {
    ...{ address, data, inlined },
    render(shell) {
      const own = charset === undefined ? `<meta charset="utf-8">\n${shell}` : shell;
      return apply(html, [...edits, { from: start, to: start, text: `\n${own}` }]);
    },
  };
}

/** Where a page without `<head>` begins. */
function startOf(html: string): number {
  return /^\s*<!doctype[^>]*>\s*(<html[^>]*>)?/i.exec(html)?.[0].length ?? 0;
}

function apply(text: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((one, other) => other.from - one.from)
    .reduce((now, { from, to, text }) => now.slice(0, from) + text + now.slice(to), text);
}

function* elementsOf(node: Node): Generator<Element> {
  if ('tagName' in node) yield node;
  if ('childNodes' in node) for (const child of node.childNodes) yield* elementsOf(child);
}

function attributesOf({ attrs }: Element): Readonly<Record<string, string>> {
  return Object.fromEntries(attrs.map(({ name, value }) => [name, value]));
}

function textOf({ childNodes }: Element): string {
  return childNodes.map((child) => ('value' in child ? child.value : '')).join('');
}

function escapeHtml(value: string): string {
  return value.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
