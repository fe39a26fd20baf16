import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openFaultPlace } from '../faults/fault-place.ts';
import { connect, openDialog, walletButton, walletDialog } from '../page/connect.ts';
import { evm, families, near, solana } from '../page/families.ts';
import { openHealth, readHealth, toNumber } from '../page/health.ts';
import { signIn } from '../page/sign-in.ts';
import { useBrowser } from '../page/use-browser.ts';
import { isSignedBy } from '../signature/verify-signature.ts';

const perSecond = 10_000;
const floodMs = 5_000;
const browser = useBrowser();

it('is shown once a frame and in its own card alone: a remote that publishes 10,000 times a second', {
  timeout: 240_000,
}, async () => {
  await using place = await openFaultPlace('flood', (team) =>
    team.deliver('remote-evm', { version: '0.1.1', faulty: true }),
  );
  const page = await browser.open(place.url, { prepare: switchFloodOn });
  for (const family of [solana, near, evm]) await connect(page, family);

  const { frames, mutations, faults, seconds } = await watch(page, floodMs);
  expect(mutations).toEqual({ evm: expect.any(Number), solana: 0, near: 0 });
  expect(mutations.evm).toBeGreaterThan(0);
  expect(faults.length).toBeGreaterThanOrEqual(1);
  expect(faults.length).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
  expect(faults.every(({ family, count }) => family === 'evm' && count > 100)).toBe(true);

  await openDialog(page);
  expect(await walletButton(page, near).isVisible()).toBe(true);
  await walletDialog(page).getByRole('button', { name: 'Close' }).click();
  for (const family of [solana, near])
    expect(await isSignedBy(await signIn(page, family), family.accounts.Harbour)).toBe(true);

  await openHealth(page);
  const health = await readHealth(page, evm);
  const [published, shown, excess, same, refused] = [
    'Published',
    'Updates shown',
    'Held back',
    'Unchanged',
    'Refused',
  ].map((name) => toNumber(health[name])) as [number, number, number, number, number];
  const all = await page.evaluate(() => (globalThis as { framesSeen?: number }).framesSeen ?? 0);
  console.info(
    `In ${seconds.toFixed(1)} s of flood: ${frames} frames, ${mutations.evm} changes of its card, none of the others’; ${faults.length} faults told. In all: ${published} published, ${shown} shown in ${all} frames, ${excess} not, ${same} said nothing new, ${refused} refused.`,
  );
  expect(published).toBeGreaterThan((perSecond * floodMs) / 1_000 / 4);
  // Each view of the counts is of its own moment, and a frame may end meanwhile.
  expect(shown).toBeLessThanOrEqual(all + 5);
  expect(excess).toBeGreaterThan(published / 4);
  expect(excess + shown + same + refused).toBeLessThanOrEqual(published + 200);
  expect(health.Faults).toMatch(/remote\/flood/);
  expect(toNumber((await readHealth(page, solana))['Held back'])).toBeLessThan(20);
  expect(families).toHaveLength(3);
});

/** In the page, before its scripts: the switch of the faulty release, and a count of its frames. */
function switchFloodOn(): void {
  const flood = { 'connector.connected': { fault: 'floods', perSecond: 10_000 } };
  localStorage.setItem('practice-remote:evm', JSON.stringify(flood));
  const counted = globalThis as { framesSeen?: number };
  const count = () => {
    counted.framesSeen = (counted.framesSeen ?? 0) + 1;
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
}

interface Watched {
  readonly frames: number;
  readonly seconds: number;
  readonly mutations: Readonly<Record<string, number>>;
  readonly faults: readonly { readonly family: string; readonly count: number }[];
}

/** Watches a page that is flooded: its frames, what changes in each card, the faults that are told. */
function watch(page: Page, ms: number): Promise<Watched> {
  return page.evaluate(
    (forMs) =>
      new Promise<Watched>((resolve) => {
        const { linkspan } = globalThis as unknown as {
          linkspan: {
            events: { listen(hear: (event: { kind: string; code?: string }) => void): () => void };
          };
        };
        const mutations: Record<string, number> = {};
        const faults: Watched['faults'][number][] = [];
        const cards = [...document.querySelectorAll<HTMLElement>('section[data-family].card')];
        const observers = cards.map((card) => {
          const id = card.dataset.family ?? '';
          mutations[id] = 0;
          const observer = new MutationObserver((records) => {
            mutations[id] = (mutations[id] ?? 0) + records.length;
          });
          observer.observe(card, { subtree: true, childList: true, attributes: true, characterData: true });
          return observer;
        });
        const end = linkspan.events.listen((event) => {
          if (event.kind === 'fault' && event.code === 'remote/flood') faults.push(event as never);
        });
        const begun = performance.now();
        let frames = 0;
        const step = () => {
          frames += 1;
          if (performance.now() - begun < forMs) return requestAnimationFrame(step);
          for (const observer of observers) observer.disconnect();
          end();
          return resolve({ frames, seconds: (performance.now() - begun) / 1_000, mutations, faults });
        };
        requestAnimationFrame(step);
      }),
    ms,
  );
}
