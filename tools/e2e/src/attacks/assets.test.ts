import { expect, it } from 'vitest';
import { describeEngines } from '../engines/describe-engines.ts';
import { evm, families } from '../page/families.ts';
import { linkStyle, tryToConnect } from './assets-in-page.ts';
import { look } from './in-page.ts';
import { openAttackPlace } from './place.ts';
import { useGround } from './use-ground.ts';

const ground = useGround();

// Else what attacks on these files are refused for would show nothing.
describeEngines((engine) => {
  it.concurrent('JSON, a style, WebAssembly and a worker as released are what a connector gets', async () => {
    await using place = await openAttackPlace(ground(), `${engine.name}-lent`, { asks: 'listed' });
    await using session = await engine.open();
    await session.go(place.url);
    await look(session, families);
    const outcome = await tryToConnect(session, evm);
    expect(outcome).toEqual({ status: 'connected', code: '', isMarked: false });
    const asked = { json: 'high', style: 'open', wasm: 42, worker: 'ready' };
    expect(await session.evaluate('globalThis.asked')).toEqual(asked);
  });

  it.concurrent('a link to the page’s own style is taken', async () => {
    await using place = await openAttackPlace(ground(), `${engine.name}-linked`);
    await using session = await engine.open();
    await session.go(place.url);
    await look(session, families);
    const own = await session.evaluate<string>('document.querySelector("link[rel=stylesheet]").href');
    expect((await linkStyle(session, own)).event).toBe('load');
  });
});
