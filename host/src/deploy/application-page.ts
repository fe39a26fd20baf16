import { createHash } from 'node:crypto';
import { type DefaultTreeAdapterMap, html as markup, parse } from 'parse5';
import { type ApplicationConfig, type PageConfig, toMistake } from '../config.ts';
import { type ApplicationScripts, waitingType } from '../loader/import-map.ts';

type Element = DefaultTreeAdapterMap['element'];
type Node = DefaultTreeAdapterMap['node'];

/** The files of a built application, by their addresses below the site: `/assets/a%20b.js`. */
export type ApplicationFiles = ReadonlyMap<string, Uint8Array>;

/** One page of an application, for the shell. */
export interface ApplicationPage {
  /** Its address below the site: `/index.html`. */
  readonly address: string;
  readonly data: ApplicationScripts;
  /** Scripts that its HTML had inline, by their addresses: a browser would start them before policy and import map. */
  readonly inlined: ApplicationFiles;
  /** The page with `head` in it, before everything that runs or loads. */
  render(head: string): string;
}

/** A page as it was built. */
interface BuiltPage {
  readonly address: string;
  readonly html: string;
  readonly config: Pick<PageConfig, 'app' | 'frames'>;
  /** Undefined in development, where the server has the files. */
  readonly files: ApplicationFiles | undefined;
  /** Integrity metadata of all modules of the application, by address. */
  readonly integrity: Readonly<Record<string, string>>;
  /** True if the import map is in the HTML before them: its scripts stay there, and start as in any page. */
  readonly isPinned: boolean;
}

/** The lists of an application's configuration that allow addresses of other origins. */
type Allowed = 'images' | 'fonts' | 'styles' | 'media' | 'frames' | 'connect';

/** Attributes that make a browser load something, and the list that allows it. */
const loads: Readonly<Record<string, Readonly<Record<string, Allowed>>>> = {
  img: { src: 'images', srcset: 'images' },
  image: { href: 'images', 'xlink:href': 'images' },
  input: { src: 'images' },
  source: { src: 'media', srcset: 'images' },
  video: { src: 'media', poster: 'images' },
  audio: { src: 'media' },
  track: { src: 'media' },
  iframe: { src: 'frames' },
  frame: { src: 'frames' },
};
const loadsOfLinks: Readonly<Record<string, Allowed>> = {
  ...{ stylesheet: 'styles', icon: 'images', 'apple-touch-icon': 'images', 'mask-icon': 'images' },
  ...{ style: 'styles', font: 'fonts', image: 'images', fetch: 'connect', audio: 'media', video: 'media' },
};

/** Addresses of the page itself that the policy allows for each of these lists. */
const schemes: Readonly<Record<Allowed, RegExp>> = {
  ...{ images: /^(data|blob):$/, fonts: /^data:$/, media: /^blob:$/ },
  ...{ frames: /^about:$/, styles: /^$/, connect: /^$/ },
};

/** HTML, "JavaScript MIME type". */
const javaScript =
  /^((application|text)\/(x-)?(ecma|java)script|text\/(javascript1\.[0-5]|jscript|livescript))?$/;

/** A script that the page may run: its hash is empty in development. */
interface FoundScript {
  readonly name: string;
  readonly hash: string;
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Reads one page. Throws as `readPages`. */
export function readPage({ address, html, config, files, integrity, isPinned }: BuiltPage): ApplicationPage {
  const { app = {} } = config;
  const edits: Edit[] = [];
  const entries: string[] = [];
  const classics: string[] = [];
  const hashes: string[] = [];
  const inlined = new Map<string, Uint8Array>();
  const found: Record<string, string> = {};
  const admitted = Object.fromEntries(
    (app.scripts ?? []).map((one) => [new URL(one.url).href, one.integrity]),
  );

  const toPlace = (element: Element) => `app${address}, line ${element.sourceCodeLocation?.startLine ?? '?'}`;
  const refuse = (element: Element, expected: string): never => {
    throw toMistake(toPlace(element), expected);
  };
  const edit = (element: Element, text: string, isWhole = true) => {
    const whole = element.sourceCodeLocation;
    const at = isWhole ? whole : (whole?.startTag ?? whole);
    if (at) edits.push({ from: at.startOffset, to: at.endOffset, text });
  };
  const resolve = (element: Element, written: string): URL =>
    URL.canParse(written, site + address)
      ? new URL(written, site + address)
      : refuse(element, `without ${written}, which is no address`);

  const find = (element: Element, written: string): FoundScript => {
    const url = resolve(element, written);
    const isOwn = url.origin === site;
    const name = isOwn ? url.pathname + url.search + url.hash : url.href;
    if (isOwn && files === undefined) return { name, hash: '' };
    const bytes = isOwn ? files?.get(toAddress(decodePath(url.pathname))) : undefined;
    const hash = bytes ? hashOf(bytes) : admitted[name];
    if (hash === undefined || written.trim() === '')
      return refuse(
        element,
        isOwn ? `a script that is in the folder; ${written} is not` : toUnlisted(app, url),
      );
    const { integrity: had } = attributesOf(element);
    if (had !== undefined && !(bytes ? isHashOf(had, bytes) : had.split(/\s+/).includes(hash)))
      refuse(element, `with the hash of ${written}, ${hash}, or without integrity`);
    found[name] = hash;
    return { name, hash };
  };

  const nameInline = (element: Element): string => {
    const text = textOf(element);
    assertNoServiceWorker(toPlace(element), text);
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 8);
    const name = new URL(`./inline-${digest}.js`, site + address).pathname;
    inlined.set(name, new TextEncoder().encode(text));
    found[name] = hashOf(text);
    return name;
  };

  /** Leaves a script in its place: with its hash, by which the page's policy allows it. */
  const keepScript = (element: Element, src: string | undefined) => {
    if (src === undefined) {
      assertNoServiceWorker(toPlace(element), textOf(element));
      hashes.push(hashOf(textOf(element)));
      return;
    }
    const { name, hash: integrity } = find(element, src);
    if (!integrity) return;
    const isForeign = !name.startsWith('/');
    const added = { integrity, ...(isForeign && { crossorigin: '' }) };
    edit(element, toTag(element, { ...attributesOf(element), ...added }), false);
  };

  const readScript = (element: Element, isInTemplate: boolean) => {
    const { src, type, language, nonce, nomodule, id } = attributesOf(element);
    const kind = (type ?? (language ? `text/${language}` : '')).trim().toLowerCase();
    if (id === 'linkspan-page')
      refuse(element, 'the application as it was built: this page was deployed before');
    if (kind === 'importmap')
      refuse(
        element,
        'without an import map: the page has one with the hashes of all modules. Bundle what it names',
      );
    if (kind === 'speculationrules') hashes.push(hashOf(textOf(element)));
    const isModule = kind === 'module';
    if (!isModule && (!javaScript.test(kind) || nomodule !== undefined)) return;
    if (element.namespaceURI !== markup.NS.HTML) refuse(element, 'a script outside of <svg>');
    if (!element.sourceCodeLocation?.endTag) refuse(element, 'closed by </script>: no browser runs it so');
    if (isInTemplate)
      refuse(element, 'a script outside of <template>, where nothing is known of when it runs');
    if (nonce !== undefined)
      refuse(element, 'without a script that is made for each request (nonce): no hash of it is known');
    if (isPinned) return keepScript(element, src);
    const name = src === undefined ? nameInline(element) : find(element, src).name;
    (isModule ? entries : classics).push(name);
    edit(element, isModule ? '' : toWaiting(element));
  };

  const readLink = (element: Element) => {
    const { rel = '', href, as = '', ...others } = attributesOf(element);
    const kinds = rel.toLowerCase().split(/\s+/);
    if (href === undefined) return;
    if (kinds.includes('modulepreload')) {
      const { hash } = find(element, href);
      if (isPinned) {
        if (hash) edit(element, toTag(element, { ...attributesOf(element), integrity: hash }), false);
        return;
      }
      // The browser would start the module's load, after which some take no import map.
      const preload = { ...others, rel: 'preload', as: 'script', crossorigin: '', href };
      edit(element, toTag(element, hash ? { ...preload, integrity: hash } : preload), false);
      return;
    }
    const isPreload = kinds.includes('preload');
    if (isPreload && as.toLowerCase() === 'script') find(element, href);
    for (const kind of isPreload ? [as.toLowerCase()] : kinds)
      assertAllowed(element, href, loadsOfLinks[kind]);
    if (kinds.includes('manifest') && resolve(element, href).origin !== site)
      refuse(element, 'a manifest of this site');
  };

  const assertAllowed = (element: Element, written: string, list: Allowed | undefined) => {
    const url = resolve(element, written);
    if (list === undefined || schemes[list].test(url.protocol)) return;
    if (!/^https?:$/.test(url.protocol))
      refuse(element, `without an address of ${url.protocol}, which the page’s policy does not allow here`);
    if (list !== 'frames' && url.origin === site) return;
    if (url.origin === site) refuse(element, 'without a frame of this site: the page’s policy allows none');
    const allowed = list === 'frames' ? [...(config.frames ?? []), ...(app.frames ?? [])] : (app[list] ?? []);
    if (allowed.some((one) => isBelow(url, one))) return;
    const line = toAppLine(app, { [list]: [...(app[list] ?? []), url.origin] });
    refuse(element, `without ${url.origin}, or the configuration with ${line}`);
  };

  const readAttributes = (element: Element) => {
    const attributes = attributesOf(element);
    for (const [name, value] of Object.entries(attributes)) {
      if (/^on[a-z]/.test(name))
        refuse(element, `without ${name}="…": the page’s policy runs no code of attributes`);
      if (addresses.has(name) && /^javascript:/i.test(toStripped(value)))
        refuse(element, `without ${name}="javascript:…": the page’s policy runs no code of addresses`);
      if (name === 'srcdoc') refuse(element, 'without srcdoc, whose scripts have no hash');
      if (/^(form)?action$/.test(name) && resolve(element, value).origin !== site)
        refuse(element, `with a form that is sent to this site; fetch reaches what app.connect lists`);
    }
    for (const [name, list] of Object.entries(loads[element.tagName] ?? {}))
      for (const one of toAddresses(name, attributes[name])) assertAllowed(element, one, list);
  };

  const readMeta = (element: Element) => {
    const { charset, content = '', 'http-equiv': equivalent = '' } = attributesOf(element);
    const written = charset ?? /charset\s*=\s*["']?([^"';\s]+)/i.exec(content)?.[1];
    const name = equivalent.trim().toLowerCase();
    if ((charset !== undefined || name === 'content-type') && !/^(utf-?8)?$/i.test(written?.trim() ?? ''))
      refuse(element, 'in UTF-8');
    // The page says so itself, first of all.
    if (charset !== undefined) edit(element, '');
    if (name.startsWith('content-security-policy'))
      refuse(element, 'without a policy: the deploy writes it, from what `app` names');
    if (name === 'refresh')
      refuse(element, 'without a reload of its own, which would end what a wallet is asked');
  };

  const tree = parse(html, { sourceCodeLocationInfo: true });
  for (const { element, isInTemplate } of elementsOf(tree)) {
    readAttributes(element);
    const { tagName } = element;
    if (tagName === 'script') readScript(element, isInTemplate);
    if (tagName === 'link') readLink(element);
    if (tagName === 'meta') readMeta(element);
    if (tagName === 'base' && 'href' in attributesOf(element))
      refuse(element, 'without <base href>, by which all addresses would change');
    if (/^(object|embed|applet)$/.test(tagName))
      refuse(element, `without <${tagName}>: the page’s policy allows none`);
  }
  const start = startOf(tree);
  return {
    ...{ address, inlined },
    data: { classics, entries, integrity: { ...integrity, ...admitted, ...found }, hashes, sources: [] },
    render: (head) =>
      apply(html, [...edits, { from: start, to: start, text: `\n<meta charset="utf-8">\n${head}` }]),
  };
}

/** The origin of the site, which a deploy does not know. */
const site = 'https://site.invalid';

/** The path of a file as a browser writes it in an address. */
export function toAddress(path: string): string {
  return new URL(path.replace(/[%\\?#\t\r\n]/g, encodeURIComponent), site).pathname;
}

/** The integrity metadata of a script. */
export function hashOf(bytes: Uint8Array | string): string {
  return `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
}

/** Throws `config/malformed` for code that registers a service worker, or is one. */
export function assertNoServiceWorker(place: string, code: string): void {
  if (/\bserviceWorker\b\W{1,4}register\b|\bskipWaiting\s*\(|\bclients\s*\.\s*claim\s*\(/.test(code))
    throw toMistake(place, 'without a service worker, which could replace the page and its hashes');
}

/** The line of a configuration with these changes of `app`. */
export function toAppLine(app: ApplicationConfig, changes: ApplicationConfig): string {
  return `"app": ${JSON.stringify({ ...app, ...changes })}`;
}

function toUnlisted(app: ApplicationConfig, url: URL): string {
  if (!/^https?:$/.test(url.protocol)) return 'a script with an address of the site';
  const line = toAppLine(app, {
    scripts: [...(app.scripts ?? []), { url: url.href, integrity: 'sha384-…' }],
  });
  return `of this site, as a path, or listed in the configuration as ${line}: code of another origin can ask wallets for anything`;
}

const addresses = new Set([
  'href',
  'xlink:href',
  'src',
  'action',
  'formaction',
  'data',
  'to',
  'from',
  'values',
]);

/** An address as a browser reads it: URL, "basic URL parser". */
function toStripped(value: string): string {
  return value.replace(/[\t\r\n]/g, '').replace(/^[^!-~]+/, '');
}

function toAddresses(name: string, value: string | undefined): readonly string[] {
  if (value === undefined) return [];
  return name === 'srcset' ? value.split(',').map((one) => one.trim().split(/\s/)[0] ?? '') : [value];
}

/** Whether an address is what a source expression of a policy allows. */
export function isBelow({ origin, pathname }: URL, allowed: string): boolean {
  if (!URL.canParse(allowed)) return false;
  const at = new URL(allowed);
  return (
    origin === at.origin &&
    (at.pathname.endsWith('/') ? pathname.startsWith(at.pathname) : pathname === at.pathname)
  );
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Whether integrity metadata is met by these bytes: Subresource Integrity, "Do bytes match metadataList?". */
function isHashOf(metadata: string, bytes: Uint8Array): boolean {
  const all = [...metadata.matchAll(/(?<=^|\s)(sha(?:256|384|512))-([^\s?]+)/g)];
  const strongest = all
    .map(([, algorithm = '']) => algorithm)
    .sort()
    .at(-1);
  const hash = strongest && createHash(strongest).update(bytes).digest('base64');
  return all.length === 0 || all.some(([, algorithm, value]) => algorithm === strongest && value === hash);
}

/** Where the head begins, or would begin: `parse5` has no place of a tag that the page lacks. */
function startOf({ childNodes }: DefaultTreeAdapterMap['document']): number {
  const root = childNodes.find((node): node is Element => 'tagName' in node);
  const head = root?.childNodes.find((node): node is Element => 'tagName' in node && node.tagName === 'head');
  const doctype = childNodes.find(({ nodeName }) => nodeName === '#documentType');
  const [tag] = [head, root].flatMap((element) => element?.sourceCodeLocation?.startTag ?? []);
  return tag?.endOffset ?? doctype?.sourceCodeLocation?.endOffset ?? 0;
}

function apply(text: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((one, other) => other.from - one.from)
    .reduce((now, { from, to, text }) => now.slice(0, from) + text + now.slice(to), text);
}

interface FoundElement {
  readonly element: Element;
  readonly isInTemplate: boolean;
}

/** All elements in their order, those in templates too: a browser opens a shadow tree of markup at once. */
function* elementsOf(root: Node): Generator<FoundElement> {
  const waiting: { readonly node: Node; readonly isInTemplate: boolean }[] = [
    { node: root, isInTemplate: false },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, isInTemplate } = next;
    if ('tagName' in node) yield { element: node, isInTemplate };
    const children: readonly Node[] = 'childNodes' in node ? node.childNodes : [];
    for (const child of children.toReversed()) waiting.push({ node: child, isInTemplate });
    if ('content' in node) waiting.push({ node: node.content, isInTemplate: true });
  }
}

/** Names with their prefix, as `xlink:href`. */
function attributesOf({ attrs }: Element): Readonly<Record<string, string>> {
  return Object.fromEntries(
    attrs.map(({ prefix, name, value }) => [prefix ? `${prefix}:${name}` : name, value]),
  );
}

function textOf({ childNodes }: Element): string {
  return childNodes.map((child) => ('value' in child ? child.value : '')).join('');
}

/** An element that holds a classic script's place: by it the script finds its own attributes, and what is around it. */
function toWaiting(element: Element): string {
  const kept = Object.entries(attributesOf(element)).filter(([name]) => !ofStart.has(name));
  return `${toTag(element, { type: waitingType, ...Object.fromEntries(kept) })}</script>`;
}

/** What says of a script how it loads and starts. */
const ofStart: ReadonlySet<string> = new Set([
  ...['type', 'language', 'src', 'charset', 'async', 'defer', 'blocking', 'integrity', 'crossorigin'],
  ...['nomodule', 'fetchpriority', 'for', 'event'],
]);

function toTag({ tagName }: Element, attributes: Readonly<Record<string, string>>): string {
  const text = Object.entries(attributes).map(([name, value]) =>
    value === '' ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`,
  );
  return `<${tagName}${text.join('')}>`;
}

function escapeHtml(value: string): string {
  return value.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
