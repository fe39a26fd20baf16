import { approval } from '../page/approval.ts';
import { press } from '../page/card.ts';
import { connect } from '../page/connect.ts';
import { evm } from '../page/families.ts';
import { test } from '../page/journey.ts';

for (const [w, h] of [
  [390, 844],
  [360, 640],
  [568, 320],
] as const)
  test(`look ${w}`, async ({ journey }) => {
    const page = await journey.open({ viewport: { width: w, height: h }, hasTouch: true, isMobile: true });
    await connect(page, evm);
    await press(page, evm, 'Send');
    await page.getByLabel('Recipient').fill(evm.accounts.Pier);
    await page.getByLabel('Amount').fill('1.5');
    await page.getByRole('button', { name: /^Continue in/ }).click();
    await approval(page).waitFor();
    await page.waitForTimeout(500);
    await page.screenshot({ path: `/tmp/l-${w}-a.png` });
    await page.evaluate(() => document.getElementById('practice-wallet-window')?.setAttribute('id', 'x'));
    await page.addStyleTag;
    await page.evaluate(() => {
      const e = document.getElementById('x');
      if (e) e.style.display = 'none';
    });
    await page.waitForTimeout(200);
    await page.screenshot({ path: `/tmp/l-${w}-b.png` });
  });
