import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { connect } from '../page/connect.ts';
import { evm, near, solana } from '../page/families.ts';
import { signIn } from '../page/sign-in.ts';
import { faultTest, misbehaving, useFaultyPlace, whenTold } from './fault-test.ts';

faultTest(
  'a remote that publishes 10,000 times a second changes its own card alone, and the other families sign',
  {
    broken: evm,
    in: useFaultyPlace('flood'),
    storage: misbehaving({ 'connector.connected': { fault: 'floods', perSecond: 10_000 } }),
  },
  async ({ page }) => {
    await connect(page, evm);
    await whenTold(page, 'remote/flood');
    expect(await watchCards(page, evm.id)).toEqual([evm.id]);
    for (const family of [solana, near]) await signIn(page, family);
  },
);

/** Which families' cards change until that of the given one has done so 100 times. */
function watchCards(page: Page, flooded: string): Promise<readonly string[]> {
  return page.evaluate(
    (id) =>
      new Promise((resolve) => {
        const changed = new Set<string>();
        let count = 0;
        const observers = [...document.querySelectorAll<HTMLElement>('section[data-family]')].map((card) => {
          const { family = '' } = card.dataset;
          const observer = new MutationObserver(() => {
            changed.add(family);
            if (family === id) count += 1;
            if (count < 100) return;
            for (const one of observers) one.disconnect();
            resolve([...changed]);
          });
          observer.observe(card, { subtree: true, childList: true, attributes: true, characterData: true });
          return observer;
        });
      }),
    flooded,
  );
}
