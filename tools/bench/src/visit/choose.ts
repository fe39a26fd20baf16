import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Traffic } from './traffic.ts';

/**
 * How long a pointer is on a row before it is pressed there. People hover for some 200 to 400 ms before they press; this
 * pause is what is modelled, and nothing is waited for in it.
 */
const hoverMs = 300;

/** How many requests the page had made by when. */
export interface Chosen {
  readonly byHover: number;
  readonly byPress: number;
}

/** Moves the pointer onto what a selector finds first, and presses it after the pause of a person. */
export async function choose(page: Page, selector: string, traffic: Traffic): Promise<Chosen> {
  const row = page.locator(selector).first();
  await row.scrollIntoViewIfNeeded();
  const box = await row.boundingBox();
  if (box === null) throw new Error(`Nothing can be seen of ${selector}.`);
  const byHover = traffic.exchanges.length;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await setTimeout(hoverMs);
  const byPress = traffic.exchanges.length;
  await page.mouse.down();
  await page.mouse.up();
  return { byHover, byPress };
}
