import { appendFile, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serve } from '@linkspan/stack/serve';
import { describe, expect } from 'vitest';
import { approve } from '../page/approval.ts';
import { card, press, whenStatus } from '../page/card.ts';
import { connect, pick } from '../page/connect.ts';
import { evm, near, solana } from '../page/families.ts';
import { test } from '../page/journey.ts';
import { type LiveRelease, readLive } from '../place/read-live.ts';
import { openSite, readConfig, withRemoteAt } from '../place/site.ts';
import { outputFolder, releaseFolder } from '../place/stack.ts';

const refusals = [/integrity/i, /Failed to fetch/, /ERR_FAILED/, /blocked\.invalid/];

describe('a file that was altered after its release', () => {
  test('is refused as the discovery: the card says so, the other families work', async ({ journey }) => {
    await using place = await openAltered(({ manifest }) => manifest.discovery);
    journey.expectProblems(...refusals);
    const page = await journey.open({ url: place.url });
    await whenStatus(page, evm, 'Unavailable');
    await card(page, evm).getByText('Ethereum support was not loaded, to keep you safe').waitFor();
    await connect(page, solana);
    await connect(page, near);
    expect(await page.evaluate(() => 'altered' in globalThis)).toBe(false);
  });

  for (const which of ['entry', 'connector', 'vendor'] as const)
    test(`is refused as the ${which}: the card says so, the other families work`, async ({ journey }) => {
      await using place = await openAltered((release) => fileOf(release, which));
      journey.expectProblems(...refusals);
      const page = await journey.open({ url: place.url });
      await connect(page, solana);
      await pick(page, evm);
      await approve(page);
      await whenStatus(page, evm, 'Unavailable');
      await card(page, evm).getByText('not what its team released').waitFor();
      await connect(page, near);
      expect(await page.evaluate(() => 'altered' in globalThis)).toBe(false);
    });

  test('is had again once the server sends the right one, though the browser has kept the other', async ({
    journey,
  }) => {
    await using place = await openAltered((release) => fileOf(release, 'vendor'));
    journey.expectProblems(...refusals);
    const page = await journey.open({ url: place.url });
    await pick(page, evm);
    await approve(page);
    await card(page, evm).getByText('not what its team released').waitFor();
    await place.repair();
    await page.reload();
    // What is kept is tried, and found to be wrong. The wallet has approved already, and asks nobody.
    await pick(page, evm);
    await press(page, evm, 'Try again');
    await pick(page, evm);
    await whenStatus(page, evm, 'Connected');
    expect(await page.evaluate(() => 'altered' in globalThis)).toBe(false);
  });

  test('is refused by the browser itself, under its own address and under any other', async ({ journey }) => {
    await using place = await openAltered((release) => fileOf(release, 'connector'));
    journey.expectProblems(...refusals);
    const page = await journey.open({ url: place.url });
    const outcomes: string[] = [];
    // As a text: the test runner would write its own import into a function.
    for (const address of [place.altered, `${place.altered}?again`])
      outcomes.push(await page.evaluate(`import('${address}').then(() => 'run', () => 'refused')`));
    expect(outcomes).toEqual(['refused', 'refused']);
    expect(await page.evaluate(() => 'altered' in globalThis)).toBe(false);
  });
});

function fileOf({ manifest }: LiveRelease, which: 'entry' | 'connector' | 'vendor'): string {
  if (which === 'entry') return manifest.entry;
  return manifest.files.find(({ path }) => path.startsWith(`${which}-`))?.path ?? `no ${which}`;
}

/** A page whose remote-evm serves other bytes in one file than its release has. */
async function openAltered(choose: (release: LiveRelease) => string) {
  const folder = join(outputFolder, 'altered');
  await rm(folder, { recursive: true, force: true });
  await cp(releaseFolder(evm.remote), folder, { recursive: true });
  const release = await readLive(folder);
  const file = `${release.path}${choose(release)}`;
  const sound = await readFile(join(folder, file));
  await appendFile(join(folder, file), '\nglobalThis.altered = true;\n');
  const server = await serve(folder, { port: 0, cors: true });
  const url = `http://localhost:${server.port}`;
  const site = await openSite('altered-page', withRemoteAt(await readConfig(), evm.remote, url));
  return {
    url: site.url,
    altered: `${url}/${file}`,
    repair: () => writeFile(join(folder, file), sound),
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await site.close();
    },
  };
}
