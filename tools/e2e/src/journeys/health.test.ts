import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { approval, reject } from '../page/approval.ts';
import { connect, pick } from '../page/connect.ts';
import { evm, solana } from '../page/families.ts';
import { findViolations } from '../page/find-violations.ts';
import { healthView, openHealth, readHealth } from '../page/health.ts';
import { useBrowser } from '../page/use-browser.ts';
import { oneAtATime } from '../place/one-at-a-time.ts';
import { openSite, readConfig } from '../place/site.ts';
import { addresses, screensFolder } from '../place/stack.ts';

const browser = useBrowser();
const { url } = addresses.host;

const looks = [
  { scheme: 'light', width: 1280 },
  { scheme: 'dark', width: 1280 },
  { scheme: 'light', width: 390 },
  { scheme: 'dark', width: 390 },
] as const;

describe('the health view', { timeout: 120_000 }, () => {
  it.each(looks)('can be read by everybody, $scheme at $width pixels', async (look) => {
    const page = await browser.open(url, look);
    await pick(page, evm);
    await approval(page).waitFor();
    await reject(page);
    await connect(page, solana);
    await openHealth(page);
    await expect.poll(async () => (await readHealth(page, evm)).Attempts).toBe('1 wallet/rejected');
    expect((await readHealth(page, solana)).Attempts).toBe('1 well');
    expect((await readHealth(page, solana)).Loading).toMatch(/discovery \d+\sms\s+connector \d+\sms/);
    await mkdir(screensFolder, { recursive: true });
    await page.screenshot({ path: join(screensFolder, `health-${look.width}-${look.scheme}.png`) });
    expect(await findViolations(page)).toEqual([]);
    const overflow = await page.evaluate(() => {
      const inside = document.querySelector('.health') as HTMLElement;
      return [document.documentElement, inside].map((one) => one.scrollWidth - one.clientWidth);
    });
    expect(overflow).toEqual([0, 0]);
    await page.context().close();
  });

  it('is opened, read and closed by the keyboard alone, which goes on where it was', async () => {
    const page = await browser.open(url);
    await page.getByRole('button', { name: 'Health', exact: true }).focus();
    await page.keyboard.press('Enter');
    await healthView(page).waitFor();
    await page.keyboard.press('Escape');
    await healthView(page).waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Health');
    await page.context().close();
  });

  it('is opened by its address where the page does not offer it', async () => {
    const { health, ...config } = await readConfig();
    expect(health).toBe(true);
    const site = await oneAtATime(() => openSite('health', config));
    const page = await browser.open(`${site.url}/#health`);
    await healthView(page).waitFor();
    await healthView(page).getByRole('button', { name: 'Close' }).click();
    expect(await page.getByRole('button', { name: 'Health', exact: true }).count()).toBe(0);
    await page.context().close();
    await site.close();
  });
});
