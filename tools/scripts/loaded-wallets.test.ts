import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@linkspan/stack/root';
import { expect, it } from 'vitest';
import { loadedWallets, toTable } from './loaded-wallets.ts';

const guide = readFileSync(join(root, 'docs/remotes.md'), 'utf8');

/** What the guide says that a wallet takes: only a build tells whether it is so. */
function readSize({ name, family }: { readonly name: string; readonly family: string }): string {
  const row = guide.split('\n').find((line) => new RegExp(`^\\| ${name} +\\| ${family} `).test(line));
  return row?.split('|')[6]?.trim() ?? '';
}

it('the guide has the table that `npm run wallets` prints', () => {
  expect(guide).toContain(`\n\n${toTable(readSize)}\n`);
});

it('the guide says of each wallet how many kB it takes', () => {
  for (const wallet of loadedWallets) expect(readSize(wallet), wallet.name).toMatch(/^[1-9]\d*$/);
});
