import type { Page } from 'playwright-core';

/** The host module has replaced the prerendered page once its button is alive. */
export async function whenReady(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { linkspan } = globalThis as unknown as { linkspan?: LinkspanFace };
    const stages = linkspan?.view.families.map((id) => linkspan.view.family(id).remote.get().stage);
    const root = document.getElementById('app');
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
