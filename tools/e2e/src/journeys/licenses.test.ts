import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@linkspan/stack/root';
import { parseUnsignedRelease, unsignedReleaseName } from '@linkspan/trust';
import { expect, it } from 'vitest';
import { families } from '../page/families.ts';

/** Licenses that permit to build a package in and pass it on: one of several, or all of them. */
const one = '(MIT|Apache-2\\.0|ISC|BSD-[23]-Clause|0BSD|CC0-1\\.0|Unlicense)';
const permitted = new RegExp(`^\\(?${one}( OR [\\w.-]+| AND ${one})?\\)?$`);

it.each(families.map(({ remote }) => remote))(
  'all packages that are built into %s are licensed',
  async (remote) => {
    const description = await readFile(join(root, remote, 'dist', unsignedReleaseName), 'utf8');
    const { dependencies } = parseUnsignedRelease(JSON.parse(description), remote).release.manifest;
    expect(dependencies.length).toBeGreaterThan(0);
    const licenses = await Promise.all(dependencies.map(async (one) => [one, await licenseOf(one)] as const));
    expect(licenses.filter(([, license]) => !permitted.test(license))).toEqual([]);
  },
);

/** What an installed package, `name@version`, says of its license; nothing if it says nothing. */
async function licenseOf(dependency: string): Promise<string> {
  const at = dependency.lastIndexOf('@');
  const [name, version] = [dependency.slice(0, at), dependency.slice(at + 1)];
  const store = join(root, 'node_modules/.pnpm');
  const folder = `${name.replace('/', '+')}@${version}`;
  const found = (await readdir(store)).find((one) => one === folder || one.startsWith(`${folder}_`));
  const text = await readFile(join(store, found ?? '', 'node_modules', name, 'package.json'), 'utf8');
  return String(JSON.parse(text).license ?? '');
}
