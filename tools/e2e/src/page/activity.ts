import type { Locator, Page } from 'playwright-core';
import type { Family } from './families.ts';

/** The latest line that the page's activity has for a family, opened. */
export async function latestActivity(page: Page, { id }: Family, kind: 'signed' | 'sent'): Promise<Locator> {
  const line = page
    .getByRole('region', { name: 'Activity' })
    .locator(`[data-family=${id}][data-kind=${kind}]`)
    .first();
  await line.waitFor();
  return line;
}

/** All that the activity shows of a signature or a transaction, by field. */
export async function readFields(line: Locator): Promise<Readonly<Record<string, string>>> {
  const entries = await line
    .locator('[data-field]')
    .evaluateAll((elements) =>
      elements.map((element) => [(element as HTMLElement).dataset.field, element.textContent]),
    );
  return Object.fromEntries(entries);
}
