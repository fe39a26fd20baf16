/**
 * An address as a source expression of a policy: without query and fragment, which such an expression cannot have, and
 * with the signs escaped that end it there or in a server's configuration. Content Security Policy 3, 2.3.1.
 */
export function toSource(address: string, base?: string): string {
  const { origin, pathname } = new URL(address, base);
  return origin + pathname.replace(/[;,$'"]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
