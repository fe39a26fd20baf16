import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { signMessage } from '../page/activity.ts';
import { whenStatus } from '../page/card.ts';
import { connect, openDialog, walletButton, walletDialog } from '../page/connect.ts';
import { type Family, families } from '../page/families.ts';
import { inFirefox, type Journey, type Start, test } from '../page/journey.ts';
import { readWords, type Words } from '../page/words.ts';
import { type FaultPlace, openStackPlace } from './fault-place.ts';
import { findBadWords } from './find-bad-words.ts';

/** What a fault's steps have at hand. */
export interface Fault<Place extends FaultPlace = FaultPlace> {
  readonly page: Page;
  readonly place: Place;
  readonly journey: Journey;
}

/** How a fault test starts. */
export interface FaultStart<Place extends FaultPlace> extends Start {
  /** The family whose card tells of the fault; a fault of the whole page has none. The others are connected before it. */
  readonly broken?: Family;
  /** Opens a place of its own; else it is the worker's stack. */
  readonly in?: () => Promise<Place>;
  /** Runs before a release only. */
  readonly isForRelease?: true;
  /** Why Firefox cannot run it, or its driver. */
  readonly notInFirefox?: string;
  /** Before the page is opened. */
  readonly before?: (place: Place) => Promise<void>;
}

/** More than every deadline of the page together. */
const longMs = 120_000;

/** Registers a test of one fault. After its steps the page must be usable: see `expectUsable`. */
export function faultTest<Place extends FaultPlace = FaultPlace>(
  name: string,
  { broken, in: openPlace, isForRelease, notInFirefox, before, ...start }: FaultStart<Place>,
  steps: (fault: Fault<Place>) => Promise<void>,
): void {
  test(name, { tags: isForRelease ? ['release'] : [] }, async ({ journey, skip }) => {
    if (inFirefox && notInFirefox) skip(notInFirefox);
    // What a fault leaves in the console is part of it.
    journey.expectProblems(/./);
    const place = journey.keep(openPlace ? await openPlace() : (openStackPlace() as Place));
    await before?.(place);
    const page = await journey.open({ url: place.url, ...start });
    for (const family of families) if (family !== broken) await connect(page, family);
    await steps({ page, place, journey });
    await expectUsable(page, { broken, hasClock: start.hasClock === true });
  });
}

/** Brings the clock and the timers of a page forward that was opened with `hasClock`: what comes due fires once. */
export async function passTime(page: Page, ms: number): Promise<void> {
  await page.context().clock.fastForward(ms);
}

/** Tells the page what a browser tells it when its window has the focus again. */
export async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
}

/** Waits until the family's connector is there: it is loaded while the wallet asks. */
export async function whenMounted(page: Page, { id }: Family): Promise<void> {
  await page.waitForFunction((family) => {
    const { linkspan } = globalThis as unknown as Face;
    return linkspan.view.family(family).remote.get().stage === 'mounted';
  }, id);
}

/** Waits until the page has reported an event with a code. */
export async function whenTold(page: Page, code: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const { linkspan } = globalThis as unknown as Face;
    return linkspan.events.recent().some((event) => event.code === wanted);
  }, code);
}

interface Face {
  readonly linkspan: {
    readonly events: { recent(): readonly { readonly code?: string }[] };
    readonly view: { family(id: string): { readonly remote: { get(): { readonly stage: string } } } };
  };
}

/**
 * What must hold after every fault: the other families are as connected as before, the words can be understood, nothing
 * waits for ever, the dialog opens, another family can sign.
 */
async function expectUsable(
  page: Page,
  { broken, hasClock }: { readonly broken: Family | undefined; readonly hasClock: boolean },
): Promise<void> {
  const others = families.filter((family) => family !== broken);
  for (const family of others) await whenStatus(page, family, 'Connected');
  const readAll = () => Promise.all(families.map((family) => readWords(page, family)));
  if ((await readAll()).some(isUnsettled)) {
    if (hasClock) await passTime(page, longMs);
    await expect.poll(async () => (await readAll()).filter(isUnsettled)).toEqual([]);
  }
  for (const words of await readAll()) expect(findBadWords(words)).toEqual([]);
  await openDialog(page);
  for (const family of others) await walletButton(page, family).waitFor();
  await walletDialog(page).getByRole('button', { name: 'Close', exact: true }).click();
  const [other] = others;
  if (other) await signMessage(page, other);
}

/** Whoever still connects does so because a person is asked, who can go on waiting or cancel. */
function isUnsettled({ status, title, steps }: Words): boolean {
  const isAsked = title.startsWith('Still waiting in') && steps.includes('Cancel');
  if (status === 'Connecting' || status === 'Reconnecting') return !isAsked;
  return /^(Approve|Checking|Approved in)/.test(title) && !isAsked && !steps.includes('Cancel');
}
