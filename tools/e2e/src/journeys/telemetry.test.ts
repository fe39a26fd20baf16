import type { IncomingMessage } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { latestActivity, readFields, signIn } from '../page/activity.ts';
import { reject } from '../page/approval.ts';
import { card, readBalance } from '../page/card.ts';
import { connect, pick } from '../page/connect.ts';
import { evm, families } from '../page/families.ts';
import { test } from '../page/journey.ts';
import { listen } from '../place/listen.ts';
import { openSite, readConfig } from '../place/site.ts';
import { amounts, expectSent } from './steps.ts';

test('what happens in a page is sent to the collector that the configuration names, and holds nothing personal', {
  tags: ['release'],
}, async ({ journey }) => {
  const collector = journey.keep(await openCollector());
  const config = await readConfig();
  const telemetry = { url: `${collector.url}/`, service: 'practice' };
  const site = journey.keep(await openSite('telemetry', { ...config, telemetry }));
  const page = await journey.open({ url: site.url });
  const secrets = await useAll(page);
  const events = await page.evaluate(() =>
    JSON.stringify((globalThis as unknown as Face).linkspan.events.recent()),
  );
  // The page is left: what waits is sent by a request that outlives it.
  await page.goto('about:blank');
  const countAttempts = () =>
    collector.posts.flatMap(({ body }) => body.match(/"kind":"outcome"/g) ?? []).length;
  await expect.poll(countAttempts).toBe(4);

  const sent = collector.posts
    .map(({ path, body, headers }) => path + body + JSON.stringify(headers))
    .join('\n');
  for (const [where, text] of Object.entries({ events, sent }))
    for (const secret of secrets) expect(text.includes(secret), `${secret} is in ${where}`).toBe(false);
  expect(secrets.length).toBeGreaterThan(20);
  expect(collector.posts.filter(({ headers }) => headers.cookie ?? headers.referer)).toEqual([]);
});

interface Face {
  readonly linkspan: { readonly events: { recent(): readonly unknown[] } };
}

/** A whole visit: is rejected, connects all, signs in, sends. Returns every text of it that is nobody's business. */
async function useAll(page: Page): Promise<readonly string[]> {
  const secrets: string[] = [];
  await pick(page, evm);
  await reject(page);
  await card(page, evm).getByText('You said no').first().waitFor();
  for (const family of families) {
    if (family.id === 'evm') await expectSent(page, family);
    else await connect(page, family);
    const { Harbour, Lantern } = family.accounts;
    const { signature, nonce, message = '' } = await signIn(page, family);
    secrets.push(Harbour, Lantern, String(await readBalance(page, family)));
    secrets.push(...[signature, nonce].flatMap((one) => one ?? []));
    secrets.push(...message.split('\n').filter((line) => /Nonce|Issued|Expiration|wants you/.test(line)));
  }
  const { transaction = '' } = await readFields(await latestActivity(page, evm, 'sent'));
  secrets.push(transaction, amounts.evm);
  return [...new Set(secrets.flatMap((one) => [one, one.toLowerCase()]))].filter((one) => one.length > 3);
}

/** One request that a collector got, as it came. */
interface Post {
  readonly path: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A server that takes events from pages of every origin (CORS), and keeps them. */
async function openCollector() {
  const posts: Post[] = [];
  const listening = await listen(async (request, response) => {
    const { method, url: path, headers } = request;
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'content-type');
    if (method === 'POST') posts.push({ path, headers, body: await readText(request) });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  return { ...listening, posts };
}
