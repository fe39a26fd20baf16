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
