import { expect } from 'vitest';
import { buildApplication } from '../application/build-application.ts';
import { approve } from '../page/approval.ts';
import { pick } from '../page/connect.ts';
import { evm } from '../page/families.ts';
import { test } from '../page/journey.ts';
import { openSite, readConfig } from '../place/site.ts';

const frameworks = [
  ['plain', 21, []],
  ['vue', 22, ['vue']],
  ['svelte', 23, ['svelte-trusted-html']],
] as const;

for (const [framework, fare, trustedTypes] of frameworks)
  test(`the same application is written in ${framework}, and writes a contract with enforcement on`, {
    tags: framework === 'vue' ? [] : ['release'],
  }, async ({ journey }) => {
    const built = await buildApplication(`frameworks/${framework}`);
    const config = { ...(await readConfig()), app: { trustedTypes } };
    const site = journey.keep(await openSite(`framework-${framework}`, config, built));
    const button = { name: 'Set the fare', exact: true } as const;
    const page = await journey.open({
      url: site.url,
      whenUsable: (page) => page.getByRole('button', button).waitFor(),
    });
    expect(await page.getByRole('button', button).isDisabled()).toBe(true);
    await pick(page, evm);
    await approve(page);
    await page.getByRole('button', button).click();
    await approve(page);
    await page.getByText(`The fare is ${fare}.`).waitFor();
  });
