import type { Page } from 'playwright-core';
import { readFields } from './activity.ts';
import { approve } from './approval.ts';
import { press } from './card.ts';
import type { Family } from './families.ts';

/** Signs in with a family's connected wallet, and answers all that the activity shows of it, by field. */
export async function signIn(page: Page, family: Family): Promise<Readonly<Record<string, string>>> {
  const lines = page
    .getByRole('region', { name: 'Activity' })
    .locator(`[data-family=${family.id}][data-kind=signed]`);
  const before = await lines.count();
  await press(page, family, 'Sign in');
  await approve(page);
  // The newest comes first, and the others move down.
  await lines.nth(before).waitFor();
  return readFields(lines.first());
}
