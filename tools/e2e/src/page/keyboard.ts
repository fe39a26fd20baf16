import type { Locator, Page } from 'playwright-core';

const mostSteps = 60;

/** Presses Tab until the element has the focus, as often as a patient person would. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let step = 0; step < mostSteps; step += 1) {
    if (await isFocused(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Not reached by ${mostSteps} presses of Tab: ${target}`);
}

/** Whether the element has the focus, also within a shadow root. */
export async function isFocused(target: Locator): Promise<boolean> {
  return target.evaluate(
    (element) => (element.getRootNode() as Document | ShadowRoot).activeElement === element,
  );
}

/** Whether the focus is within the region. */
export async function hasFocus(region: Locator): Promise<boolean> {
  return region.evaluate((element) => element.contains(document.activeElement));
}
