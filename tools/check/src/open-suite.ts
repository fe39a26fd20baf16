import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { RemoteState, View } from '@linkspan/contract';
import type { Page } from 'playwright-core';
import type { Candidate, Suite } from './in-page.ts';

/** Why the suite cannot be begun with a release, as a sentence: the release is at fault, not the page. */
export class NotOpened extends Error {
  override readonly name = 'NotOpened';
}

const openWithinMs = 30_000;
/** The suite gives each case half of this. A page that has not answered by then is stuck. */
const caseWithinMs = 60_000;

/**
 * Puts the suite into a host page that has the candidate's release, and answers what runs the case of a sentence.
 * Rejects with `NotOpened` where the page refuses the release, or its modules cannot be loaded.
 */
export async function openSuite(page: Page, address: string, candidate: Candidate): Promise<Suite['run']> {
  await page.goto(address);
  await assertTaken(page, candidate);
  await page.waitForFunction(() => Reflect.get(globalThis, '_FEDERATION_RUNTIME_CORE') !== undefined);
  const script = createRequire(import.meta.url).resolve('@linkspan/check/in-page');
  await page.evaluate(await readFile(script, 'utf8'));
  const opening = page.evaluate((one) => (globalThis as unknown as InPage).conformance.open(one), candidate);
  await orLate(opening, openWithinMs, 'its modules did not come to an end').catch((cause: Error) => {
    throw new NotOpened(`The release could not be loaded: ${cause.message}`, { cause });
  });
  return (sentence) => {
    const running = page.evaluate((one) => (globalThis as unknown as InPage).conformance.run(one), sentence);
    return orLate(running, caseWithinMs, `The page does not answer any more: ${sentence}`);
  };
}

async function assertTaken(page: Page, { family }: Candidate): Promise<void> {
  // A page at rest loads its remotes once a person moves on it.
  const settled = await page.waitForFunction((id) => {
    dispatchEvent(new Event('pointermove'));
    const { linkspan } = globalThis as unknown as Partial<InPage>;
    const remote = linkspan?.view.family(id).remote.get();
    return remote && remote.stage !== 'pending' ? remote : undefined;
  }, family);
  const state = (await settled.jsonValue()) as RemoteState;
  if (state.stage === 'failed') throw new NotOpened(`The page refuses the release: ${state.failure.code}`);
}

interface InPage {
  readonly conformance: Suite;
  readonly linkspan: { readonly view: View };
}

/** The promise's outcome, or an error with the sentence where it does not settle in time. */
async function orLate<Value>(promise: Promise<Value>, withinMs: number, sentence: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(sentence)), withinMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
