import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../../scripts/programs.mjs';
import { type Bidi, connectBidi } from './bidi.ts';
import { type EngineKind, readJsonAnswer, type Session, toJsonExpression } from './engine.ts';
import { orEnd, startProgram } from './program.ts';
import { createTurns, type Turns } from './turns.ts';

const [path] = (await findProgram('firefox')) ?? [];

/** It calls nobody by itself. */
const preferences = {
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.safebrowsing.update.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.getAddons.cache.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
};

/** Firefox, driven by WebDriver BiDi, which it speaks itself. */
export const firefox: EngineKind = {
  name: 'Firefox',
  program: 'firefox',
  isMissing: path === undefined,
  async start() {
    const profile = await mkdtemp(join(tmpdir(), 'linkspan-firefox-'));
    const lines = Object.entries(preferences).map(
      (entry) => `user_pref(${JSON.stringify(entry).slice(1, -1)});`,
    );
    await writeFile(join(profile, 'user.js'), lines.join('\n'));
    const options = ['--headless', '--no-remote', '--remote-debugging-port', '0'];
    const program = startProgram(path ?? '', [...options, '--profile', profile]);
    const bidi = await orEnd(program, async () => {
      const [address] = await program.says(/ws:\S+/);
      const connected = await connectBidi(`${address}/session`);
      await connected.send('session.new', { capabilities: {} });
      return connected;
    });
    const turns = createTurns();
    return {
      open: () => openSession(bidi, turns),
      async [Symbol.asyncDispose]() {
        bidi.close();
        await program.end();
        await rm(profile, { recursive: true, force: true, maxRetries: 5 });
      },
    };
  },
};

interface Evaluated {
  readonly type: 'success' | 'exception';
  readonly result?: { readonly value?: unknown };
  readonly exceptionDetails?: { readonly text: string };
}

/**
 * A user context has storage and caches of its own. Tabs open and close one at a time: Firefox fails to open one while
 * another closes ("BrowsingContext does no longer exist").
 */
async function openSession(bidi: Bidi, turns: Turns): Promise<Session> {
  const { userContext } = await turns.take(() =>
    bidi.send<{ readonly userContext: string }>('browser.createUserContext', {}),
  );
  const openTab = async (): Promise<Session> => {
    const { context } = await turns.take(() =>
      bidi.send<{ readonly context: string }>('browsingContext.create', { type: 'tab', userContext }),
    );
    return {
      go: (url) => bidi.send('browsingContext.navigate', { context, url, wait: 'complete' }),
      evaluate: (expression) => evaluate(bidi, context, expression),
      openTab,
      async beforePages(script) {
        const functionDeclaration = `() => {${script}}`;
        await bidi.send('script.addPreloadScript', { functionDeclaration, userContexts: [userContext] });
      },
      [Symbol.asyncDispose]: () => turns.take(() => bidi.send('browser.removeUserContext', { userContext })),
    };
  };
  return openTab();
}

async function evaluate<Value>(bidi: Bidi, context: string, expression: string): Promise<Value> {
  const { result, exceptionDetails } = await bidi.send<Evaluated>('script.evaluate', {
    expression: toJsonExpression(expression),
    target: { context },
    awaitPromise: true,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.text);
  return readJsonAnswer(result?.value);
}
