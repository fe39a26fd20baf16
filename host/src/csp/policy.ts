/**
 * An address as a source expression of a policy: without query and fragment, which such an expression cannot have, and
 * with the signs escaped that end it there or in a server's configuration. Content Security Policy 3, 2.3.1.
 */
export function toSource(address: string, base?: string): string {
  const { origin, pathname } = new URL(address, base);
  return origin + pathname.replace(/[;,$'"]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The name of the one Trusted Types policy that the page's headers allow. */
export const policyName = 'linkspan';

/** Trusted Types, "TrustedTypePolicyFactory", as far as the page uses it. */
interface Factory {
  createPolicy(
    name: string,
    rules: { createScript(text: string): string },
  ): { createScript(text: string): string };
}

/**
 * What makes of a text a script that may be put into the page; where the platform has no Trusted Types, the text
 * itself. For the inline script alone, and created once: the headers allow one policy of this name in a realm.
 */
export function createTrust(): (text: string) => string {
  const factory: Factory | undefined = Reflect.get(globalThis, 'trustedTypes');
  const policy = factory?.createPolicy(policyName, { createScript: (text) => text });
  return (text) => policy?.createScript(text) ?? text;
}

/**
 * Lets nobody make another Trusted Types policy. The page's headers allow each name once, but once in each realm: a frame
 * of the page has names of its own, and is held to what the page is held to when the frame is made. What was made goes on.
 * No frame and no object either: WebKit holds one of a `blob:` address to the last `<meta>` policy alone. To be called
 * before any remote runs.
 */
export function closePolicies(document: Document): void {
  const httpEquiv = 'Content-Security-Policy';
  const content = "trusted-types 'none'; frame-src 'none'; object-src 'none'";
  document.head.append(Object.assign(document.createElement('meta'), { httpEquiv, content }));
}
