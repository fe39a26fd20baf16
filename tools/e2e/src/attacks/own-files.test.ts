import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ExpectStatic, it } from 'vitest';
import { describeEngines } from '../engines/engines.ts';
import type { Session } from '../engines/session.ts';
import { openFixture, useSharedFixture } from './fixture.ts';
import { openUnprotected } from './host-page.ts';

const shared = useSharedFixture();
const wasAltered = 'This browser did not run that part';
const scripts = { 'early script': /^early-(?!application).*\.js$/, 'host module': /^host-.*\.js$/ };

await describeEngines((engine) => {
  it.concurrent.for(Object.entries(scripts))(
    'an altered %s is called altered, and the page starts once it is right again, whatever the browser has cached',
    async ([name, form], { expect }) => {
      await using fixture = await openFixture(shared(), `${engine.name}-own-${name.split(' ')[0]}`);
      await using session = await engine.open();
      const restore = await alter(join(fixture.page.folder, 'assets'), form);
      await session.go(fixture.url);
      await whenText(expect, session, wasAltered);
      await restore();
      await session.go(fixture.url);
      await whenWhole(expect, session);
    },
  );

  it.concurrent('a service worker that alters the host’s files can be removed on the page', async ({
    skip,
    expect,
  }) => {
    await using fixture = await openFixture(shared(), `${engine.name}-own-worker`);
    await using session = await engine.open();
    const script = `onfetch = (event) => {
      if (!/\\/assets\\/(early|host)-/.test(event.request.url)) return;
      event.respondWith(new Response('0', { headers: { 'content-type': 'text/javascript' } }));
    };`;
    await fixture.page.put('left.js', script);
    await openUnprotected(session, fixture.page);
    const register = `'serviceWorker' in navigator && navigator.serviceWorker.register('/left.js')
      .then(() => navigator.serviceWorker.ready).then(() => true)`;
    if (!(await session.evaluate(register))) skip(`${engine.name} has no service workers here`);
    await session.go(fixture.url);
    await whenText(expect, session, 'Remove it');
    await session.evaluate(`void [...document.querySelectorAll('#app button')]
      .find(({ textContent }) => textContent.startsWith('Remove')).click()`);
    await whenWhole(expect, session);
    const left = await session.evaluate(
      'navigator.serviceWorker.getRegistrations().then((all) => all.length)',
    );
    expect(left).toBe(0);
  });

  it.concurrent('markup that takes the ids and the data of the page changes nothing', async ({ expect }) => {
    await using fixture = await openFixture(shared(), `${engine.name}-own-markup`);
    await using session = await engine.open();
    const forged = `<script type="application/json" id="page">{"early":"/evil.js"}</script><template id="failed"></template>`;
    await fixture.page.put('evil.js', 'globalThis.evil = true');
    await fixture.page.rewrite((html) => html.replace(/<body[^>]*>/, (body) => body + forged));
    await session.go(fixture.url);
    await whenWhole(expect, session);
    expect(await session.evaluate(`'evil' in globalThis`)).toBe(false);
  });
});

/** Changes the bytes of the page's one script whose name has this form; returns what changes them back. */
async function alter(assets: string, form: RegExp): Promise<() => Promise<void>> {
  const [name = '', ...others] = (await readdir(assets)).filter((one) => form.test(one));
  if (name === '' || others.length > 0) throw new Error(`Not one script has the form ${form}.`);
  const script = join(assets, name);
  const text = await readFile(script, 'utf8');
  await writeFile(script, `${text}\n// altered`);
  return () => writeFile(script, text);
}

/** The page may reload meanwhile, which ends what is evaluated in it. */
const whenSeen = (expect: ExpectStatic, session: Session, expression: string) =>
  expect.poll(() => session.evaluate(expression).catch(() => false), { timeout: 60_000 }).toBe(true);

const whenText = (expect: ExpectStatic, session: Session, text: string) =>
  whenSeen(expect, session, `document.getElementById('app').textContent.includes(${JSON.stringify(text)})`);

/** All families list wallets, and as a person moves on the page, all of its own code has come. */
const whenWhole = (expect: ExpectStatic, session: Session) =>
  whenSeen(
    expect,
    session,
    `dispatchEvent(new Event('pointermove')) && document.querySelector('main[data-whole]') && ['evm', 'solana', 'near'].every((id) => document.querySelector('[data-wallet][data-family=' + id + ']'))`,
  );
