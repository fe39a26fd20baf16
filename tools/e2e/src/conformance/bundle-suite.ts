import { join } from 'node:path';
import { bundleScript } from '../place/bundle-script.ts';

/** The conformance suite as one classic script, to be put into a page. */
export function bundleSuite(): Promise<string> {
  return bundleScript(join(import.meta.dirname, 'in-page.ts'));
}
