import type { Fault } from '@linkspan/practice/faults';
import type { Page } from 'playwright-core';

/** What a person, or a fault, changes inside a practice wallet. */
export interface WalletCommand {
  readonly wallet: string;
  readonly account?: string;
  readonly network?: string;
  readonly removeAccount?: true;
  readonly disconnect?: true;
  readonly locked?: boolean;
  readonly here?: boolean;
  /** All the faults that are on from now. */
  readonly faults?: readonly Fault[];
  readonly update?: true;
  readonly fire?: { readonly event: string; readonly value: unknown };
}

/** What a practice wallet remembers for the page's origin. */
export interface WalletState {
  readonly active: string;
  readonly granted: readonly string[];
  readonly network: string;
}

/** Changes something inside a wallet. */
export async function changeWallet(page: Page, command: WalletCommand): Promise<void> {
  await page.evaluate((detail) => {
    window.dispatchEvent(new CustomEvent('practice-wallet', { detail }));
  }, command);
}

/** Lets a wallet have these faults, and no others. */
export function misbehave(page: Page, wallet: string, ...faults: readonly Fault[]): Promise<void> {
  return changeWallet(page, { wallet, faults });
}

/** What the wallet itself holds, whatever the page says. */
export async function readWallet(page: Page, wallet: string): Promise<WalletState> {
  return page.evaluate((id) => JSON.parse(localStorage.getItem(`practice-wallet:${id}`) ?? '{}'), wallet);
}

/** From now on notes how many accounts a wallet has opened to the page, at each change; answers how to read it. */
export async function recordGrants(page: Page, wallet: string): Promise<() => Promise<readonly number[]>> {
  await page.evaluate((id) => {
    const counts: number[] = [];
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, value) {
      setItem.call(this, key, value);
      if (key === `practice-wallet:${id}`) counts.push(JSON.parse(value).granted.length);
    };
    Object.assign(globalThis, { grants: counts });
  }, wallet);
  return () => page.evaluate(() => (globalThis as unknown as { grants: number[] }).grants);
}
