import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { toManifest, toPackageName, versions } from './manifest.ts';

it('has the remotes of the chosen networks, the practice wallets, and the framework', () => {
  const choices = { framework: 'svelte', networks: ['near', 'base', 'ethereum'], practice: true } as const;
  expect(toManifest('quay', choices, '1.2.3')).toMatchObject({
    name: 'quay',
    private: true,
    dependencies: { '@linkspan/app': '^1.2.3', svelte: versions.svelte },
    devDependencies: {
      '@linkspan/host': '^1.2.3',
      '@linkspan/practice': '^1.2.3',
      '@linkspan/remote-evm': '^1.2.3',
      '@linkspan/remote-near': '^1.2.3',
      '@linkspan/vite': '^1.2.3',
      '@sveltejs/vite-plugin-svelte': versions['@sveltejs/vite-plugin-svelte'],
      typescript: versions.typescript,
      vite: versions.vite,
    },
  });
});

it('has no package that nobody chose', () => {
  const manifest = toManifest(
    'quay',
    { framework: 'none', networks: ['solana-testnet'], practice: false },
    '0.1.0',
  );
  expect(JSON.stringify(manifest)).not.toMatch(/remote-evm|remote-near|practice|react|vue|svelte/);
  expect(manifest).toHaveProperty(['devDependencies', '@linkspan/remote-solana']);
});

it('has the versions of others that this repository has', async () => {
  const text = await readFile(new URL('../../../pnpm-workspace.yaml', import.meta.url), 'utf8');
  const catalog = text.replaceAll('"', '').split(/\n */);
  for (const [name, version] of Object.entries(versions)) expect(catalog).toContain(`${name}: ${version}`);
});

it.each([
  ['quay', 'quay'],
  ['Harbour Fees!', 'harbour-fees'],
  ['.Évian_', 'evian'],
  ['@team', 'team'],
  ['港', 'linkspan-app'],
  ['node_modules', 'linkspan-app'],
  ['', 'linkspan-app'],
  ['a'.repeat(300), 'a'.repeat(200)],
])('makes a name for npm of the folder “%s”', (folder, name) => {
  expect(toPackageName(folder)).toBe(name);
});
