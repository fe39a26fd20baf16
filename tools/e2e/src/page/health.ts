import type { Locator, Page } from 'playwright-core';
import type { Family } from './families.ts';

export function healthView(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Health of this page', exact: true });
}

/** Opens the health view by its button on the page. */
export async function openHealth(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Health', exact: true }).click();
  const view = healthView(page);
  await view.waitFor();
  return view;
}

/** What the health view says of a family, by the names of the facts. */
export function readHealth(page: Page, { title }: Family): Promise<Readonly<Record<string, string>>> {
  return healthView(page)
    .getByRole('region', { name: title, exact: true })
    .locator('.facts > div')
    .evaluateAll((rows) =>
      Object.fromEntries(
        rows.map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent]),
      ),
    );
}
