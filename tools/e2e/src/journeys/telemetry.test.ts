import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { latestActivity, readFields } from '../page/activity.ts';
import { approve, reject } from '../page/approval.ts';
import { card, press, readBalance } from '../page/card.ts';
import { type CollectorStandIn, startCollectorStandIn } from '../page/collector-stand-in.ts';
import { connect, pick } from '../page/connect.ts';
import { evm, type Family, families } from '../page/families.ts';
import { openHealth, readHealth } from '../page/health.ts';
import { signIn } from '../page/sign-in.ts';
import { useBrowser } from '../page/use-browser.ts';
import { oneAtATime } from '../place/one-at-a-time.ts';
import { openSite, readConfig } from '../place/site.ts';

const browser = useBrowser();
const amounts = { evm: '0.271828', solana: '0.271828', near: '0.271828' } as const;
const message = 'Ahoy, this is for nobody but the two of us';

describe('what happens in a page', { timeout: 240_000 }, () => {
  it('is sent to the collector that the configuration names, and holds nothing personal', async () => {
    await using place = await openPlace('telemetry');
    const { page, collector } = place;
    const secrets = await useAll(page);
    const events = await page.evaluate(() =>
      JSON.stringify((globalThis as unknown as Face).linkspan.events.recent()),
    );
    await openHealth(page);
    const health = JSON.stringify(await Promise.all(families.map((family) => readHealth(page, family))));
    // The page is left: what waits is sent by a request that outlives it.
    await page.goto('about:blank');
    await expect
      .poll(() => spansOf(collector).filter(({ name }) => name === 'linkspan.attempt').length)
      .toBe(4);

    const sent = collector.exports
      .map(({ path, body, headers }) => path + body + JSON.stringify(headers))
      .join('\n');
    for (const [where, text] of Object.entries({ events, health, sent }))
      for (const secret of secrets) expect(text.includes(secret), `${secret} is in ${where}`).toBe(false);
    expect(secrets.length).toBeGreaterThan(25);

    const spans = spansOf(collector);
    const names = [...new Set(spans.map(({ name }) => name))].sort();
    expect(names).toEqual([
      'linkspan.attempt',
      'linkspan.page',
      'linkspan.request.message',
      'linkspan.request.send',
      'linkspan.request.sign-in',
      'linkspan.stage.connector',
      'linkspan.stage.discovery',
      'linkspan.stage.document',
      'linkspan.stage.mount',
    ]);
    const [pageSpan] = spans.filter(({ name }) => name === 'linkspan.page');
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([pageSpan?.traceId]));
    for (const span of spans) if (span !== pageSpan) expect(span.parentSpanId).toBe(pageSpan?.spanId);
    expect(logsOf(collector)).toEqual(expect.arrayContaining(['linkspan.connection', 'linkspan.transfer']));
    expect(collector.exports.every(({ headers }) => headers['content-type'] === 'application/json')).toBe(
      true,
    );
    expect(collector.exports.filter(({ headers }) => headers.cookie ?? headers.referer)).toEqual([]);
    // What an operator compares releases by is counted from these, by remote and version.
    for (const { remote } of families) {
      const visits = spans.filter(
        ({ name, fields }) => name === 'linkspan.stage.discovery' && fields.remote === remote,
      );
      expect(visits.map(({ fields }) => fields.version)).toEqual(['0.1.0']);
    }
  });

  it.each([503, 'nothing'] as const)(
    'stays in the page, which goes on, where the collector answers %s',
    async (answer) => {
      await using place = await openPlace(`collector-${answer}`);
      const { page, collector } = place;
      collector.answer(answer);
      await connect(page, evm);
      await expect.poll(() => collector.exports.length, { timeout: 15_000 }).toBeGreaterThan(0);
      await signIn(page, evm);
      expect(place.thrown).toEqual([]);
      const once = collector.exports.length;
      expect(once).toBeLessThanOrEqual(2);
    },
  );

  it('is sent nowhere without the setting', async () => {
    await using collector = await startCollectorStandIn();
    const config = await readConfig();
    const site = await oneAtATime(() => openSite('telemetry-off', config));
    const page = await browser.open(site.url);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await connect(page, evm);
    const isReached = await page.evaluate(
      (url) =>
        fetch(url, { method: 'POST', mode: 'no-cors' }).then(
          () => true,
          () => false,
        ),
      collector.url,
    );
    expect(isReached).toBe(false);
    expect(collector.exports).toEqual([]);
    expect(asked.filter((path) => /telemetry|v1\/(traces|logs)/.test(path))).toEqual([]);
    await page.context().close();
    await site.close();
  });
});

interface Face {
  readonly linkspan: { readonly events: { recent(): readonly unknown[] } };
}

/** A page that sends to a stand-in of a collector on another origin, which allows that origin alone. */
async function openPlace(name: string) {
  const config = await readConfig();
  const collector = await startCollectorStandIn();
  const telemetry = { url: collector.url, service: 'practice' };
  const site = await oneAtATime(() => openSite(name, { ...config, telemetry }));
  const page = await browser.open(site.url);
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(String(error)));
  return {
    page,
    collector,
    thrown,
    async [Symbol.asyncDispose]() {
      await page.context().close();
      await site.close();
      await collector[Symbol.asyncDispose]();
    },
  };
}

/** A whole session: connects all, signs, sends, is rejected. Returns every text of it that is nobody's business. */
async function useAll(page: Page): Promise<readonly string[]> {
  const secrets: string[] = [message, ...Object.values(amounts)];
  await pick(page, evm);
  await reject(page);
  await card(page, evm)
    .getByText(/rejected|declined/i)
    .first()
    .waitFor();
  for (const family of families) {
    await connect(page, family);
    const { Harbour, Lantern } = family.accounts;
    const signed = await signMessage(page, family);
    const signedIn = await signIn(page, family);
    secrets.push(Harbour, Lantern, String(await readBalance(page, family)));
    secrets.push(
      ...[signed, signedIn].flatMap(({ signature, nonce }) => [signature, nonce].flatMap((one) => one ?? [])),
    );
    secrets.push(...lines(signedIn.message));
    secrets.push(await send(page, family, Lantern));
  }
  return [...new Set(secrets.flatMap((one) => [one, one.toLowerCase()]))].filter((one) => one.length > 3);
}

/** The lines of what was signed that are its own. */
function lines(text = ''): readonly string[] {
  return text.split('\n').filter((line) => /Nonce|Issued|Expiration|wants you/.test(line));
}

async function signMessage(page: Page, family: Family) {
  await press(page, family, 'Sign message');
  await page.getByLabel('Message', { exact: true }).fill(message);
  await page.getByRole('button', { name: /^Continue in/ }).click();
  await approve(page);
  return readFields(await latestActivity(page, family, 'signed'));
}

/** Sends, and answers the transaction's id. */
async function send(page: Page, family: Family, to: string): Promise<string> {
  await press(page, family, 'Send');
  await page.getByLabel('Recipient').fill(to);
  await page.getByLabel('Amount').fill(amounts[family.id]);
  await page.getByRole('button', { name: /^Continue in/ }).click();
  await approve(page);
  const line = await latestActivity(page, family, 'sent');
  await line.getByText('Confirmed as asked').waitFor();
  return (await readFields(line)).transaction ?? '';
}

interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly fields: Readonly<Record<string, string>>;
}

function spansOf({ exports }: CollectorStandIn): readonly SentSpan[] {
  return exports
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ body }) => JSON.parse(body).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map((span) => ({ ...span, fields: toFields(span.attributes) }));
}

function logsOf({ exports }: CollectorStandIn): readonly string[] {
  return exports
    .filter(({ path }) => path === '/v1/logs')
    .flatMap(({ body }) => JSON.parse(body).resourceLogs)
    .flatMap(({ scopeLogs }) => scopeLogs)
    .flatMap(({ logRecords }) => logRecords)
    .map(({ eventName }) => eventName);
}

function toFields(attributes: readonly { key: string; value: object }[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key.replace('linkspan.', ''), String(Object.values(value)[0])]),
  );
}
