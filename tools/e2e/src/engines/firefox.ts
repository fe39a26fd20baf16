import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as playwright from 'playwright-core';

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
  'ui.prefersReducedMotion': 1,
};

interface Message {
  readonly id: number;
  readonly method: string;
}

/** WebDriver BiDi, as Playwright speaks it: a message and its answer have the same id. */
interface Transport {
  send(message: Message): void;
  onmessage?(message: object): void;
}

interface Internals {
  readonly _connection: {
    toImpl(type: unknown): { readonly _bidiFirefox: { connectToTransport: Connect } };
  };
}

type Connect = (transport: Transport, ...rest: unknown[]) => unknown;

/** Starts an installed Firefox, which Playwright drives by WebDriver BiDi. `path` is that of its program. */
export async function launchFirefox(path: string): Promise<playwright.Browser> {
  answerMissingCommand();
  return playwright.firefox.launch({
    // The types name only Playwright's own builds.
    channel: 'moz-firefox',
    executablePath: await writeStarter(path),
    headless: true,
    firefoxUserPrefs: preferences,
  });
}

/**
 * Playwright sends a command for each new context that Firefox ESR 153 does not have, and gives up on its error. Here it
 * succeeds and does nothing: a scheme of colors cannot be chosen.
 */
function answerMissingCommand(): void {
  const { _connection } = (playwright as unknown as { default: Internals }).default;
  const prototype = Object.getPrototypeOf(_connection.toImpl(playwright.firefox)._bidiFirefox);
  const { connectToTransport } = prototype as { connectToTransport: Connect & { isPatched?: true } };
  if (connectToTransport.isPatched) return;
  const patched: Connect & { isPatched?: true } = function (this: unknown, transport, ...rest) {
    const send = transport.send.bind(transport);
    transport.send = (message) => {
      if (message.method !== 'emulation.setMediaFeaturesOverride') return send(message);
      queueMicrotask(() => transport.onmessage?.({ type: 'success', id: message.id, result: {} }));
    };
    return connectToTransport.call(this, transport, ...rest);
  };
  patched.isPatched = true;
  prototype.connectToTransport = patched;
}

/** Playwright has Firefox end when one tab crashes. A script that starts it takes that back. */
async function writeStarter(path: string): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'linkspan-firefox-')), 'firefox');
  await writeFile(file, `#!/bin/sh\nunset MOZ_CRASHREPORTER_SHUTDOWN\nexec '${path}' "$@"\n`);
  await chmod(file, 0o755);
  return file;
}
