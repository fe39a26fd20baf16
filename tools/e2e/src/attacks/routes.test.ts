import { expect, it } from 'vitest';
import { describeEngines } from '../engines/engines.ts';
import type { Session } from '../engines/session.ts';
import { evm, families } from '../page/families.ts';
import { recordCookies } from '../place/record-cookies.ts';
import { look } from './in-page.ts';
import {
  attacksOnRoutes,
  framesOf,
  htmlOf,
  type RouteAttack,
  registerUnprotected,
  startUnprotected,
  workerScript,
} from './on-routes.ts';
import { openRoutedPlace, type RoutedPlace } from './routed-place.ts';
import { useGround } from './use-ground.ts';

const ground = useGround();

await describeEngines((engine) => {
  const nameOf = (id: string) => `${engine.name}-${id}`;

  // Else what is refused by a route would show nothing.
  it.concurrent('what a store answers with runs where no route hardens it', async ({ skip }) => {
    await using place = await openRoutedPlace(ground(), nameOf('route-unhardened'));
    await using session = await engine.open();
    const { store, page } = place;
    const own = { document: `${store.url}one.html`, discovery: `${store.url}two.html` };
    const html = htmlOf(place);
    store.turn({ 'one.html': html, 'two.html': html, 'frames.html': framesOf(own) });
    await session.go(own.document);
    await session.go(`${store.url}frames.html`);
    await expect.poll(() => store.ran.length).toBeGreaterThan(2);
    await page.put('worker.js', workerScript(store.url));
    const worker = `${page.url}worker.js`;
    expect(await startUnprotected(session, place, worker)).toEqual(['started', 'started', 'started']);
    const registered = await registerUnprotected(session, place, worker);
    if (registered.includes('none')) skip(`${engine.name} has no service workers here`);
    expect(registered).toContain('registered');
  });

  for (const attack of attacksOnRoutes) {
    it.concurrent(`${attack.name}: nothing of it runs, and the others go on`, async () => {
      await using place = await openRoutedPlace(ground(), nameOf(attack.id));
      await using session = await engine.open();
      await tryRoute(session, place, attack);
    });
  }
});

async function tryRoute(session: Session, place: RoutedPlace, attack: RouteAttack): Promise<void> {
  const { store, page } = place;
  using cookies = recordCookies(page.url);
  await page.put('before.html', '<!doctype html><title>Before</title>');
  await session.go(`${page.url}before.html`);
  await session.evaluate(`localStorage.setItem('cargo', 'here')`);
  store.turn(await attack.turn(place));
  const led = (await attack.lead?.(session, place)) ?? [];
  expect(led.filter((one) => one !== 'none')).toEqual(led.filter((one) => one === 'refused'));
  await session.go(page.url);
  const { families: shown, isMarked } = await look(session, families);
  for (const { id } of families.filter(({ id }) => id !== evm.id))
    expect(shown[id]).toMatchObject({ failure: '', version: '1.0.0' });
  expect(shown[evm.id]?.failure.split('\n')[0]).toBe(attack.code ?? '');
  expect(shown[evm.id]?.wallets.includes('Practice Wallet')).toBe(attack.code === undefined);
  await session.go(page.url);
  await look(session, families);
  const kept = `[document.cookie, localStorage.getItem('cargo'), localStorage.getItem('attacked')]`;
  expect([isMarked, await session.evaluate(kept)]).toEqual([false, ['', 'here', null]]);
  expect([store.ran, cookies.sent]).toEqual([[], []]);
}
