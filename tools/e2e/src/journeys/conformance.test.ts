import { conformance } from '@linkspan/kit/conformance';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Candidate, Suite } from '../conformance/in-page.ts';
import { openSuite } from '../conformance/open-suite.ts';
import { type Family, families } from '../page/families.ts';
import { reachBrowser } from '../page/journey.ts';
import { collectProblems, type Problems } from '../page/problems.ts';
import { skipBecause } from '../place/not-run.ts';
import { readLive } from '../place/read-live.ts';
import { addresses, releaseFolder } from '../place/stack.ts';

for (const family of families)
  describe(`the built ${family.remote}`, () => {
    let page: Page;
    let problems: Problems;
    let run: Suite['run'];

    beforeAll(async () => {
      page = await (await reachBrowser()).newPage();
      problems = collectProblems(page);
      run = await openSuite(page, addresses.host.url, await toCandidate(family));
    });

    afterAll(async () => {
      await page.context().close();
      expect(problems.unexpected()).toEqual([]);
    });

    for (const { sentence } of conformance)
      it(sentence, async (context) => {
        const result = await run(sentence);
        if (result.notOffered) skipBecause(context, 'the practice wallet does not offer it');
        expect(result.error ?? 'passed').toBe('passed');
        expect(result.passed).toBe(true);
      });
  });

async function toCandidate({ id, remote, origin, accounts }: Family): Promise<Candidate> {
  const { path, manifest } = await readLive(releaseFolder(remote));
  const addressOf = (file: string) => `${origin}/${path}${file}`;
  return {
    family: id,
    discovery: addressOf(manifest.discovery),
    entry: addressOf(manifest.entry),
    recipient: accounts.Lantern,
  };
}
