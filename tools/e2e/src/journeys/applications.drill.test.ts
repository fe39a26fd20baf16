import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveSite } from '@linkspan/release/serve';
import { root } from '@linkspan/stack/root';
import { runNode } from '@linkspan/stack/run';
import { execa } from 'execa';
import { afterAll, beforeAll, expect } from 'vitest';
import { approve } from '../page/approval.ts';
import { card } from '../page/card.ts';
import { pick } from '../page/connect.ts';
import { families } from '../page/families.ts';
import { test } from '../page/journey.ts';
import { configFile } from '../place/stack.ts';

// The guide “Applications”, followed from the tarballs.

const packages = join(root, '.linkspan/packages');
let home: string;

beforeAll(async () => {
  await runNode('tools/scripts/pack.mjs', [], { nodeOptions: ['--import', 'tsx'] });
  home = await mkdtemp(join(tmpdir(), 'linkspan-app-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

/** Runs a command with nothing of the test runner's own; returns what it says. */
async function run(cwd: string, line: string): Promise<string> {
  const { VITEST, NODE_ENV, NODE_PATH, ...env } = process.env;
  const [file = '', ...args] = line.split(' ');
  return (await execa(file, args, { cwd, env: { ...env, NO_COLOR: '1' }, extendEnv: false, all: true })).all;
}

test('an application is begun, installed, built and served from the tarballs, and writes on three chains', async ({
  journey,
}) => {
  const tarballs = (await readdir(packages)).filter((name) => /-(contract|release|trust)-/.test(name));
  await writeFile(join(home, 'package.json'), '{"private":true}');
  const install = 'npm install --prefer-offline --no-audit --no-fund';
  await run(home, `${install} ${tarballs.map((name) => join(packages, name)).join(' ')}`);
  await run(home, `npx linkspan init app --page ${configFile} --packages ${packages}`);
  const folder = join(home, 'linkspan-app');
  const own = await readFile(join(folder, 'src/main.ts'), 'utf8');
  expect(own.trimEnd().split('\n').length).toBeLessThan(60);
  await cp(join(root, 'tools/practice/dist/wallets.js'), join(folder, 'public/practice/wallets.js'));
  await run(folder, install);
  await run(folder, 'npm run types');
  await run(folder, 'npm run build');

  const site = await serveSite(join(folder, 'dist'), { port: 0 });
  journey.keep({ [Symbol.asyncDispose]: site.close });
  const page = await journey.open({
    url: `http://localhost:${site.port}`,
    whenUsable: (page) => page.getByRole('button', { name: 'Send a memo' }).waitFor(),
  });
  const buttons = ['Raise the number', 'Send a memo', 'Set the fee to 7'];
  const results = [/^The number is \d+\.$/, /^The memo is in transaction \w+\.$/, /^The fee is 7\.$/];
  for (const [at, family] of families.entries()) {
    if (at === 0) await pick(page, family);
    else {
      await page.locator('linkspan-connect').getByRole('button').click();
      await card(page, family)
        .getByRole('button', { name: /^Connect/ })
        .click();
    }
    await approve(page);
    if (at > 0)
      await page.getByRole('dialog', { name: 'Your wallets' }).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: `${buttons[at]}` }).click();
    await approve(page);
    await page.getByText(results[at] ?? '').waitFor();
  }
});
