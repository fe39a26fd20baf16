import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Each violation in a line: rule, and where. */
export async function findViolations(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: inPage } = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    const { violations } = await inPage.run();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    );
  });
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/** Expects that nothing is hard to read, wider than the page or too small to press: 44 pixels on a phone, else 32. */
export async function expectReadable(page: Page, name: string): Promise<void> {
  const isNarrow = (page.viewportSize()?.width ?? 0) < 500;
  expect(await findViolations(page), name).toEqual([]);
  expect(await readOverflow(page), name).toBe(0);
  expect(await listSmallTargets(page, isNarrow ? 44 : 32), name).toEqual([]);
}

/** By how many pixels the page is wider than the window. */
export async function readOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** The buttons and links whose place to press is lower or narrower than this, by their names. */
async function listSmallTargets(page: Page, least: number): Promise<readonly string[]> {
  return page.evaluate((size) => {
    const isSmall = (one: Element) => {
      const after = getComputedStyle(one, '::after');
      const { width, height } = one.getBoundingClientRect();
      const reach = after.position === 'absolute' ? Number.parseFloat(after.height) || 0 : 0;
      return width > 0 && (Math.max(height, reach) < size - 0.5 || width < size - 0.5);
    };
    return [...document.querySelectorAll('button, summary, a[href]')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && isSmall(one))
      .map((one) => one.getAttribute('aria-label') ?? one.textContent ?? '');
  }, least);
}
