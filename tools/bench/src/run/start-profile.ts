import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser, isSandboxed, quiet } from '@linkspan/stack/programs';
import { type BrowserContext, chromium } from 'playwright-core';
import type { Certificate } from '../serve/make-certificate.ts';
import type { Opened } from './opened.ts';
import type { Equipment, Viewport } from './visitor.ts';

/** Starts the browser of the tests with a profile that is new and goes with it. It believes one certificate more. */
async function startProfile({ print }: Certificate, viewport: Viewport): Promise<BrowserContext> {
  const folder = await mkdtemp(join(tmpdir(), 'linkspan-profile-'));
  const context = await chromium.launchPersistentContext(folder, {
    viewport,
    executablePath: await findBrowser(),
    // A signal that ends this process ends all that it has opened, in turn.
    ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
    chromiumSandbox: isSandboxed,
    args: [...quiet, `--ignore-certificate-errors-spki-list=${print}`],
  });
  context.on('close', () =>
    rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined),
  );
  return context;
}

/** Starts profiles, of which those that are open by then are closed in the end. */
export function lendProfiles(certificate: Certificate, opened: Opened): Equipment['startProfile'] {
  const profiles = new Set<BrowserContext>();
  opened(async () => {
    for (const profile of profiles) await profile.close();
  });
  return async (viewport) => {
    const profile = await startProfile(certificate, viewport);
    profiles.add(profile);
    profile.on('close', () => profiles.delete(profile));
    return profile;
  };
}
