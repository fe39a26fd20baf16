import { expect, it } from 'vitest';
import { describeEngines } from '../engines/engines.ts';
import type { Session } from '../engines/session.ts';
import { evm, families } from '../page/families.ts';
import { type Fixture, openFixture, useSharedFixture } from './fixture.ts';
import { openUnprotected } from './host-page.ts';
import { look } from './in-page.ts';
import { mark } from './target.ts';

const shared = useSharedFixture();

const title =
  'a service worker that an earlier page of the origin has left answers for a remote’s files with others: nothing of it runs';

await describeEngines((engine) => {
  it.concurrent(title, async ({ skip }) => {
    await using fixture = await openFixture(shared(), `${engine.name}-inherited-worker`);
    await using session = await engine.open();
    if (!(await leaveServiceWorker(session, fixture))) skip(`${engine.name} has no service workers here`);
    await session.go(fixture.url);
    const before = await look(session, families);
    expect(await session.evaluate('navigator.serviceWorker.controller?.scriptURL')).toContain('/left.js');
    expect(before.isMarked).toBe(false);
    expect(before.families[evm.id]?.failure).toMatch(/^loader\/altered\n/);
    for (const { id } of families.filter(({ id }) => id !== evm.id))
      expect(before.families[id]).toMatchObject({ failure: '', version: '1.0.0' });
  });
});

/** Registers one for the whole origin, and waits until it answers for its pages. False where the browser has none. */
async function leaveServiceWorker(session: Session, { page, target }: Fixture): Promise<boolean> {
  await page.put(
    'left.js',
    `onfetch = (event) => {
      if (!event.request.url.includes(${JSON.stringify(target.release.path + target.release.manifest.discovery)})) return;
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
