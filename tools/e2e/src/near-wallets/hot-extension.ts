import type { Page } from 'playwright-core';
import { type Asked, approveHot } from './hot-phone.ts';
import { decide, type Person } from './nightly-extension.ts';

interface Stub {
  askHot(method: string, request: object): Promise<object>;
}

/** Puts a stand-in for HOT's extension into a page at its next load, from what is known of its protocol. */
export async function installHotExtension(page: Page, person: Person): Promise<void> {
  await page.exposeFunction('askHot', async (method: string, request: Asked['request']) => {
    if (method === 'near:signOut') return {};
    await decide(person);
    return approveHot({ method, request }, person);
  });
  await page.addInitScript(() => {
    const { askHot } = globalThis as unknown as Stub;
    Object.assign(globalThis, {
      hotExtension: { autoRun: false, request: askHot, subscribe: () => () => undefined },
    });
  });
}
