import { expect, it } from 'vitest';
import { describeEngines } from '../engines/engines.ts';
import type { Session } from '../engines/session.ts';
import { evm, families } from '../page/families.ts';
import { look } from './in-page.ts';
import { openUnprotected } from './open-unprotected.ts';
import { type AttackPlace, openAttackPlace } from './place.ts';
import { useGround } from './use-ground.ts';
import { mark } from './victim.ts';

const ground = useGround();

const title =
  'a service worker that an earlier page of the origin has left answers for a remote’s files with others: nothing of it runs, and it is taken away when the person says so';

await describeEngines((engine) => {
  it.concurrent(title, async ({ skip }) => {
    await using place = await openAttackPlace(ground(), `${engine.name}-inherited-worker`);
    await using session = await engine.open();
    if (!(await leaveServiceWorker(session, place))) skip(`${engine.name} has no service workers here`);
    await session.go(place.url);
    const before = await look(session, families);
    expect(await session.evaluate('navigator.serviceWorker.controller?.scriptURL')).toContain('/left.js');
    expect(before.isMarked).toBe(false);
    expect(before.families[evm.id]?.failure).toMatch(/^loader\/altered\n/);
    for (const { id } of families.filter(({ id }) => id !== evm.id))
      expect(before.families[id]).toMatchObject({ failure: '', version: '1.0.0' });
    await expect.poll(() => readNote(session), { timeout: 20_000 }).toContain('/left.js');
    await session.evaluate(`setTimeout(() => document.querySelector('${note} button').click()) > 0`);
    await expect.poll(() => isTakenAway(session), { timeout: 20_000 }).toBe(true);
    const after = await look(session, families);
    for (const { id } of families)
      expect(after.families[id]).toMatchObject({ failure: '', version: '1.0.0' });
    expect([await readNote(session), after.isMarked]).toEqual([null, false]);
  });
});

const note = 'aside[data-code="loader/service-worker"]';

/** Registers one for the whole origin, and waits until it answers for its pages. False where the browser has none. */
async function leaveServiceWorker(session: Session, { page, victim }: AttackPlace): Promise<boolean> {
  await page.put(
    'left.js',
    `onfetch = (event) => {
      if (!event.request.url.includes(${JSON.stringify(victim.release.path + victim.release.manifest.discovery)})) return;
      event.respondWith(fetch(event.request.url).then(async (answer) =>
        new Response(await answer.text() + ${JSON.stringify(mark)}, { headers: { 'content-type': 'text/javascript' } })));
    };`,
  );
  await openUnprotected(session, page);
  return session.evaluate(
    `'serviceWorker' in navigator &&
      navigator.serviceWorker.register('/left.js').then(() => navigator.serviceWorker.ready).then(() => true)`,
  );
}

function readNote(session: Session): Promise<string | null> {
  return session.evaluate(`document.querySelector('${note}')?.textContent ?? null`);
}

/** The page may be on its way from one load to the next. */
function isTakenAway(session: Session): Promise<boolean> {
  return session
    .evaluate<boolean>(
      `navigator.serviceWorker.getRegistration().then((left) => !left && !navigator.serviceWorker.controller)`,
    )
    .catch(() => false);
}
