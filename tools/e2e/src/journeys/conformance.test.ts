import { openSuite } from '@linkspan/check/open-suite';
import { collectProblems } from '@linkspan/check/problems';
import { conformance } from '@linkspan/conformance';
import { it } from 'vitest';
import { families } from '../page/families.ts';
import { reachBrowser } from '../page/journey.ts';
import { readLive } from '../place/read-live.ts';
import { addresses, releaseFolder } from '../place/stack.ts';

/** Of the practice wallets: what they do not offer is not tried. */
const mostNotOffered = 2;

for (const { id, remote, origin, accounts } of families)
  it.concurrent(`the built ${remote} does what the contract says`, async ({ expect }) => {
    const { path, manifest } = await readLive(releaseFolder(remote));
    const addressOf = (file: string) => `${origin}/${path}${file}`;
    const page = await (await reachBrowser()).newPage();
    const problems = collectProblems(page);
    const run = await openSuite(page, addresses.host.url, {
      family: id,
      discovery: addressOf(manifest.discovery),
      entry: addressOf(manifest.entry),
      recipient: accounts.Lantern,
    });
    const failed: string[] = [];
    const notOffered: string[] = [];
    for (const { sentence } of conformance) {
      const result = await run(sentence);
      if (result.notOffered) notOffered.push(sentence);
      else if (!result.passed) failed.push(`${sentence}: ${result.error}`);
    }
    await page.context().close();
    expect(failed).toEqual([]);
    expect(notOffered.length, notOffered.join('\n')).toBeLessThanOrEqual(mostNotOffered);
    expect(problems.unexpected()).toEqual([]);
  });
