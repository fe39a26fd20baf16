import type { Page } from 'playwright-core';
import type { Family } from './families.ts';

/** A person moves on the page until the views have replaced the prerendered page, which rests otherwise. */
export async function whenReady(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { linkspan } = globalThis as unknown as { linkspan?: LinkspanFace };
    const stages = linkspan?.view.families.map((id) => linkspan.view.family(id).remote.get().stage);
    const root = document.getElementById('app');
    dispatchEvent(new Event('pointermove'));
    const isRendered = root !== null && Object.keys(root).some((key) => key.startsWith('__reactContainer'));
    return isRendered && stages?.every((stage) => stage !== 'pending');
  });
}

interface LinkspanFace {
  readonly view: {
    readonly families: readonly string[];
    family(id: string): { readonly remote: { get(): { readonly stage: string } } };
  };
}

/** Settles once an import of a family's remote has run for so long that a page in another tab counts it as a crash. */
export async function whenMarkCounts(page: Page, { remote }: Family): Promise<void> {
  await page.waitForFunction(
    (key) => Date.now() - JSON.parse(localStorage.getItem(key) ?? '{}').at > 5_000,
    `linkspan:1:release:${remote}:mark`,
    { timeout: 40_000 },
  );
}
