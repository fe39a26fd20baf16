import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { portVariables } from '@linkspan/practice/addresses';
import { findFreePorts } from '@linkspan/practice/free-ports';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { latestActivity, send } from '../page/activity.ts';
import { approve } from '../page/approval.ts';
import { pick } from '../page/connect.ts';
import { evm, families } from '../page/families.ts';
import { type Journey, test } from '../page/journey.ts';
import { openRegistry, type Registry } from '../place/registry.ts';

// The guide “Applications”, followed from a registry of npm.

let registry: Registry;
beforeAll(async () => {
  registry = await openRegistry();
});
afterAll(() => registry[Symbol.asyncDispose]());

const pnpm = 'npx -y pnpm@12.21.0';

/** The practice chains listen on ports of this test. */
async function findChains(): Promise<Readonly<Record<string, string>>> {
  const ports = await findFreePorts(portVariables.length);
  return Object.fromEntries(portVariables.map((variable, at) => [variable, `${ports[at]}`]));
}

/** Connects, signs and sends with the practice wallet of Ethereum. */
async function use(journey: Journey, url: string): Promise<void> {
  const whenUsable = (page: Page) => page.getByRole('button', { name: 'Connect wallet' }).waitFor();
  const page = await journey.open({ url, whenUsable });
  await pick(page, evm);
  await approve(page);
  await page.getByText(evm.accounts.Harbour).waitFor();
  await page.getByRole('button', { name: 'Sign a message' }).click();
  await approve(page);
  await page
    .locator('output')
    .getByText(/^0x[\da-f]{130}$/)
    .waitFor();
  await page.locator('linkspan-connect').getByRole('button').click();
  await page.getByRole('button', { name: 'Open wallets page' }).click();
  await send(page, evm, evm.accounts.Lantern, '0.01');
  const line = await latestActivity(page, evm, 'sent');
  await line.getByText('Confirmed').waitFor();
  // Before its server, of which Vite's client would look for the return.
  await page.close();
}

describe.for([
  ['npm', 'npm', 'react'],
  ['pnpm', pnpm, 'none'],
])('by %s', ([name, manager, framework]) => {
  test('an application is created, installed, developed, built and served, and connects, signs and sends', async ({
    journey,
  }) => {
    const folder = `quay-${name}`;
    const networks = 'ethereum,solana,near';
    const create = `npm create -y @linkspan ${folder} -- --framework ${framework} --networks ${networks} --practice`;
    expect(await registry.run(create)).toContain(`cd ${folder}`);
    await registry.run(`${manager} install`, folder);
    await registry.run(`${manager} run types`, folder);
    const env = await findChains();
    {
      await using dev = await registry.serve(`${manager} run dev`, folder, env);
      await use(journey, dev.url);
    }
    await registry.run(`${manager} run build`, folder, env);
    await using preview = await registry.serve(`${manager} run preview`, folder, env);
    const { headers } = await fetch(preview.url);
    expect(headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'");
    await use(journey, preview.url);
    const status = await registry.run(`${manager} exec linkspan status`, folder);
    expect(status).toContain('There is no remote in file:');
  });
});

test('the code of the template is short, and every family of the page comes in a package', async () => {
  const folder = join(registry.folder, 'quay-npm');
  const page = await readFile(join(folder, 'dist/index.html'), 'utf8');
  const { trust } = JSON.parse(/id="linkspan-page">(.*?)<\/script>/s.exec(page)?.[1] ?? '');
  expect(trust.pinned).toHaveLength(families.length);
  expect(trust.remotes).toEqual([]);
});
