/** Trusted Types, "TrustedTypePolicyFactory", as far as the suite uses it. */
interface Factory {
  createPolicy(name: string, rules: object): object;
}

/**
 * In the page, before any of its scripts: the suite is a second host there and makes workers as the first one does, but
 * the page lets nobody make a second policy. So whoever asks for one of a name that is taken gets the one that is there.
 */
export function lendPolicies(): void {
  const factory: Factory | undefined = Reflect.get(globalThis, 'trustedTypes');
  if (factory === undefined) return;
  const { createPolicy } = factory;
  const made = new Map<string, object>();
  Object.getPrototypeOf(factory).createPolicy = (name: string, rules: object) => {
    const policy = made.get(name) ?? createPolicy.call(factory, name, rules);
    made.set(name, policy);
    return policy;
  };
}
