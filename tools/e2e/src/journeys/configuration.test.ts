import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '@linkspan/stack/root';
import { describe, expect } from 'vitest';
import { openDialog, walletDialog } from '../page/connect.ts';
import { families } from '../page/families.ts';
import { test } from '../page/journey.ts';
import { openSite, readConfig, type SiteConfig } from '../place/site.ts';
import { outputFolder } from '../place/stack.ts';

type Change = (config: SiteConfig) => unknown;

const mistakes: readonly {
  readonly name: string;
  readonly change: Change;
  readonly says: readonly string[];
}[] = [
  {
    name: 'a malformed family id',
    change: ({ families: [first] }) => Object.assign(first ?? {}, { id: 'Ethereum!' }),
    says: ['families[0].id', 'a family id such as evm'],
  },
  {
    name: 'a malformed address of a remote',
    change: ({ families: [, second] }) => Object.assign(second?.remote ?? {}, { url: 'not an address' }),
    says: ['families[1].remote.url', 'an http(s) address that ends in /'],
  },
  {
    name: 'a family twice',
    change: ({ families: [first, second] }) => Object.assign(second ?? {}, { id: first?.id }),
    says: ['names evm twice', 'families[1].id'],
  },
  {
    name: 'a remote twice',
    change: ({ families: [first, second] }) =>
      Object.assign(second?.remote ?? {}, { url: first?.remote.url }),
    says: ['twice', 'families[1].remote.url'],
  },
  {
    name: 'an unknown field',
    change: ({ families: [, , third] }) => Object.assign(third ?? {}, { colour: 'green' }),
    says: ['families[2].colour'],
  },
  {
    name: 'a remote without its root',
    change: ({ families: [, second] }) => Object.assign(second?.remote ?? {}, { root: undefined }),
    says: ['families[1].remote.root', 'the root of remote-solana'],
  },
  {
    name: 'the root of another remote',
    change: ({ families: [first, second] }) =>
      Object.assign(second?.remote ?? {}, { root: first?.remote.root }),
    says: ['families[1].remote.root', 'a root of remote-solana'],
  },
  {
    name: 'what is for development',
    change: (config) => Object.assign(config, { development: true }),
    says: ['development', 'signed releases alone'],
  },
  {
    name: 'a network of another namespace',
    change: ({ families: [first, second] }) => Object.assign(first ?? {}, { networks: second?.networks }),
    says: ['families[0].networks[0].id', 'eip155'],
  },
];

describe('a bad configuration', () => {
  for (const { name, change, says } of mistakes)
    test(`is refused before anything is deployed: ${name}`, async () => {
      const config = await readConfig();
      change(config);
      const { code, stderr } = await deploy(JSON.stringify(config));
      expect(code).toBe(1);
      for (const words of says) expect(stderr).toContain(words);
      expect(stderr.trim().split('\n')).toHaveLength(1);
    });

  test('is refused where it is no JSON', async () => {
    const { code, stderr } = await deploy('{"title": ');
    expect(code).toBe(1);
    expect(stderr).toContain('JSON');
  });
});

describe('a page without practice', () => {
  test('requests and shows nothing of it', async ({ journey }) => {
    const { practice: _, ...config } = await readConfig();
    for (const { remote } of config.families) delete remote.options;
    const site = await openSite('no-practice', config);
    const page = await journey.open({ url: site.url });
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.reload();
    await openDialog(page);
    for (const { title } of families) {
      const group = walletDialog(page).getByRole('group', { name: title });
      await group.getByRole('button').first().waitFor();
    }
    await page.waitForLoadState('networkidle');
    expect(requested.filter((url) => /practice/i.test(url))).toEqual([]);
    expect(await page.getByText(/practice/i).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Practice panel' }).count()).toBe(0);
    await site.close();
  });
});

async function deploy(config: string): Promise<{ readonly code: number; readonly stderr: string }> {
  const file = join(outputFolder, 'mistaken.config.json');
  await writeFile(file, config);
  const args = [join(root, 'host/dist/deploy/deploy.js'), file, join(outputFolder, 'mistaken')];
  return promisify(execFile)(process.execPath, args).then(
    ({ stderr }) => ({ code: 0, stderr }),
    ({ code, stderr }) => ({ code, stderr }),
  );
}
