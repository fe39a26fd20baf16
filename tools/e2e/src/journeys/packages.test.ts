import { afterAll, beforeAll, expect } from 'vitest';
import { buildApplication } from '../application/build-application.ts';
import { approve } from '../page/approval.ts';
import { connect, walletButton } from '../page/connect.ts';
import { evm, families } from '../page/families.ts';
import { type Journey, test } from '../page/journey.ts';
import { openSite, readConfig, type Site, withPackages } from '../place/site.ts';

// Pages whose remotes come in npm packages.

const sites: Record<string, Site> = {};
beforeAll(async () => {
  const built = await buildApplication();
  const config = await readConfig();
  sites.application = await openSite('packaged-application', withPackages(config), built);
  sites.page = await openSite('packaged-page', withPackages(config));
  sites.mixed = await openSite('mixed-application', withPackages(config, ['evm']), built);
});
afterAll(() => Promise.all(Object.values(sites).map((site) => site.close())));

const hasRun = () => globalThis.application !== undefined;
const isConnected = (id = 'evm') => application.linkspan.family(id).$connection.get().status === 'connected';

const openApplication = (journey: Journey, site?: Site) =>
  journey.open({
    url: site?.url ?? '',
    whenUsable: (page) => page.waitForFunction(hasRun).then(() => undefined),
  });

for (const name of ['application', 'mixed'])
  test(`an application whose releases come in packages connects three families: ${name}`, async ({
    journey,
  }) => {
    const page = await openApplication(journey, sites[name]);
    for (const family of families) {
      await page.evaluate((id) => application.linkspan.open({ view: 'connect', family: id }), family.id);
      await walletButton(page, family).click();
      await approve(page);
      await page.waitForFunction(isConnected, family.id);
    }
    await page.reload();
    await page.waitForFunction(isConnected, evm.id);
    const accounts = () => application.provider.request({ method: 'eth_accounts' });
    expect(await page.evaluate(accounts)).toEqual([evm.accounts.Harbour]);
  });

test('a page whose releases come in packages connects three families', async ({ journey }) => {
  const page = await journey.open({ url: sites.page?.url ?? '' });
  for (const family of families) await connect(page, family);
});
