import { expect } from 'vitest';
import { approval, reject } from '../page/approval.ts';
import { connect, pick } from '../page/connect.ts';
import { evm, solana } from '../page/families.ts';
import { findViolations } from '../page/find-violations.ts';
import { healthView, openHealth, readHealth } from '../page/health.ts';
import { test } from '../page/journey.ts';

test('the health view tells of attempts and loading, can be read by everybody, and is closed by keyboard', async ({
  journey,
}) => {
  const page = await journey.open();
  await pick(page, evm);
  await approval(page).waitFor();
  await reject(page);
  await connect(page, solana);
  await openHealth(page);
  await expect.poll(async () => (await readHealth(page, evm)).Attempts).toBe('1 wallet/rejected');
  expect((await readHealth(page, solana)).Attempts).toBe('1 well');
  expect((await readHealth(page, solana)).Loading).toMatch(/discovery \d+\sms\s+connector \d+\sms/);
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await healthView(page).waitFor({ state: 'hidden' });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Health');
});
