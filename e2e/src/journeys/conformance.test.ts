import { conformance } from '@linkspan/kit/conformance';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleSuite } from '../conformance/bundle-suite.ts';
import type { Candidate, Suite } from '../conformance/in-page.ts';
import { type Family, families } from '../page/families.ts';
import { reachBrowser, whenReady } from '../page/journey.ts';
import { collectProblems, type Problems } from '../page/problems.ts';
import { addresses } from '../place/addresses.ts';
import { readLive } from '../place/build-files.ts';
import { releaseFolder } from '../place/folders.ts';

for (const family of families)
  describe(`the built ${family.remote}`, () => {
    let page: Page;
    let problems: Problems;

    beforeAll(async () => {
      page = await (await reachBrowser()).newPage();
      problems = collectProblems(page);
      await page.goto(addresses.host.url);
      await whenReady(page);
      await page.waitForFunction(() => '__FEDERATION__' in globalThis);
      await page.evaluate(await bundleSuite());
      await page.evaluate(
        (candidate) => (globalThis as unknown as { conformance: Suite }).conformance.open(candidate),
        await toCandidate(family),
      );
    });

    afterAll(async () => {
      await page.context().close();
      expect(problems.unexpected()).toEqual([]);
    });

    for (const { sentence } of conformance)
      it(sentence, async (context) => {
        const result = await page.evaluate(
          (one) => (globalThis as unknown as { conformance: Suite }).conformance.run(one),
          sentence,
        );
        if (result.notOffered) context.skip('the practice wallet does not offer it');
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
