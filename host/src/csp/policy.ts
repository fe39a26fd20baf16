/**
 * An address as a source expression of a policy: without query and fragment, and with the characters escaped that a path may
 * not have there, or that would end it in a server's configuration. Content Security Policy 3, 2.3.1.
 */
export function toSource(address: string, base?: string): string {
  const { origin, pathname } = new URL(address, base);
  return (
    origin +
    pathname.replace(/[^\w\-.~!&()*+=:@/%]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  );
}

/**
 * The sources of `frame-src` and `frame-ancestors`: whole origins of others, whose frames share no realm with the page. The
 * page's own origin is never one of them: only an open page knows it.
 */
export function toOrigins(listed: readonly string[] = [], own?: string): string {
  return [...new Set(listed)].filter((origin) => origin !== own).join(' ') || "'none'";
}

/**
 * Directives that the page's headers and its `<meta>` policy share. A page without an application has all its styles in
 * itself. The browser checks no hash of a worker; without `worker-src`, scripts' sources would be those of workers. The
 * headers know no address of their site: by `base`, the address of an open page, its policy names each worker's file.
 */
export function toSharedDirectives(
  app?: { readonly styles?: readonly string[]; readonly workers?: readonly string[] },
  base?: string,
): Readonly<Record<'style-src' | 'worker-src', readonly string[]>> {
  const { styles = [], workers = [] } = app ?? {};
  const files = base === undefined ? ["'self'"] : workers.map((address) => toSource(address, base));
  return {
    'style-src': [
      ...(app ? ["'self'"] : []),
      "'unsafe-inline'",
      ...styles.map((address) => toSource(address)),
    ],
    'worker-src': workers.length > 0 ? files : ["'none'"],
  };
}

/** The values of directives by their names. */
export type Directives = Readonly<Record<string, readonly string[]>>;

/** Directives as a policy has them. */
export function toPolicyText(directives: Directives): string {
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');
}

/** Narrows a document's policy: to these scripts, and by these directives. The script elements that it has go on. */
export function narrowPolicy(
  document: Document,
  scripts: readonly string[],
  {
    hashes = [],
    directives = {},
  }: { readonly hashes?: readonly string[]; readonly directives?: Directives } = {},
): void {
  const sources = scripts.map((address) => toSource(address, document.location.href));
  const allowed = [...new Set([...hashes.map((hash) => `'${hash}'`), ...sources])];
  const content = toPolicyText({ 'script-src': allowed, ...directives });
  headOf(document).append(
    Object.assign(document.createElement('meta'), { httpEquiv: 'Content-Security-Policy', content }),
  );
}

/** The name of the one Trusted Types policy that the page's headers allow. */
export const policyName = 'linkspan';

/** Makes what a browser with Trusted Types takes as a script, as a script's address, or as markup. */
export interface Trust {
  toMarkup(text: string): string;
  toScript(text: string): string;
  toAddress(address: string): string;
}

/** The part of Trusted Types, "TrustedTypePolicyFactory", that the page uses. */
interface Factory {
  createPolicy(name: string, rules: Rules): Rules;
}

type Rules = Readonly<Record<'createHTML' | 'createScript' | 'createScriptURL', (text: string) => string>>;

/**
 * Without Trusted Types, it leaves a text as it is. For the inline script alone, and created once: the headers allow one
 * policy of this name in a realm.
 */
export function createTrust(): Trust {
  const factory: Factory | undefined = Reflect.get(globalThis, 'trustedTypes');
  const same = (text: string) => text;
  const policy = factory?.createPolicy(policyName, {
    ...{ createHTML: same, createScript: same, createScriptURL: same },
  });
  return {
    toMarkup: (text) => policy?.createHTML(text) ?? text,
    toScript: (text) => policy?.createScript(text) ?? text,
    toAddress: (address) => policy?.createScriptURL(address) ?? address,
  };
}

/** The policy, created when it is first needed. */
export function openTrust(): () => Trust {
  let made: Trust | undefined;
  return () => {
    made ??= createTrust();
    return made;
  };
}

/** The head of a document. `document.head` could be an image of that name, in which a browser takes no policy. */
export function headOf(document: Document): HTMLHeadElement {
  return Reflect.get(Document.prototype, 'head', document);
}

/** The body of a document, which a form of that name could be. */
export function bodyOf(document: Document): HTMLElement {
  return Reflect.get(Document.prototype, 'body', document);
}

/**
 * Forbids further Trusted Types policies. The page's headers allow each name once per realm, and a frame is a realm of its
 * own that inherits the page's policies when it is created. Policies that exist keep working. Objects are forbidden too, and
 * all frames but those of other origins that the configuration allows: WebKit applies only the last `<meta>` policy to one
 * of a `blob:` address. A `<meta>` policy cannot say who may frame the page. Must be called before any remote runs.
 */
export function closePolicies(document: Document, frames?: readonly string[]): void {
  const httpEquiv = 'Content-Security-Policy';
  const sources = toOrigins(frames, document.location.origin);
  const content = `trusted-types 'none'; frame-src ${sources}; object-src 'none'`;
  headOf(document).append(Object.assign(document.createElement('meta'), { httpEquiv, content }));
}
