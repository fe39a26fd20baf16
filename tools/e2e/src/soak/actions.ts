import type { ChainFaults } from '@linkspan/practice/chains/faults';
import type { Random } from '@linkspan/trust/testing';
import type { Locator, Page } from 'playwright-core';
import type { FaultPlace } from '../faults/fault-place.ts';
import { comeBack, passTime } from '../faults/fault-test.ts';
import { card } from '../page/card.ts';
import { walletDialog } from '../page/connect.ts';
import { type Family, families } from '../page/families.ts';
import { lookAgain } from '../page/look-again.ts';
import { changeWallet, type WalletCommand } from '../page/practice-wallet.ts';
import { whenReady } from '../page/when-ready.ts';
import { readWords } from '../page/words.ts';
import { readStill } from './still.ts';

/** What an action works on; what it draws at random is the same for the same seed. */
export interface Scene {
  readonly page: Page;
  readonly servers: FaultPlace;
  readonly family: Family;
  readonly random: Random;
}

/** Something that a person, a wallet, a chain or the browser does. */
export interface Action {
  readonly name: string;
  /** How often it is drawn, relative to the others. */
  readonly weight: number;
  /** It concerns all families at once; otherwise only the one of its scene. */
  readonly isForAll?: true;
  /** The person returns to the tab by it. What the return alone changes in other families is awaited first. */
  readonly comesBack?: true;
  /** Whose turn it is, if that is not left to chance. */
  whose?(page: Page): Promise<Family | undefined>;
  /** Returns a detail for the log, if there is one, or false if it found nothing to work on. */
  run(scene: Scene): Promise<string | boolean | undefined>;
}

type Choices<Value> = readonly [Value, ...Value[]];

/** What can be wrong with a wallet, one at a time. */
const walletFaults: Choices<Omit<WalletCommand, 'wallet'>> = [
  { locked: true },
  { here: false },
  ...(
    [
      { does: 'answerAfter', on: 'connect', value: ['no address', null, 42] },
      { does: 'answerAfter', on: 'any', value: null },
      { does: 'fail', on: 'approval', code: -32002, message: 'A request is already open in the wallet.' },
      { does: 'fail', on: 'approval' },
      { does: 'fail', on: 'approval', message: 'Plugin Closed' },
      { does: 'hang', on: 'approval' },
      { does: 'hang', on: 'read' },
      { does: 'hangAfter', on: 'approval' },
      { does: 'delay', on: 'approval', ms: 2_000 },
      { does: 'lack', on: ['sign', 'signIn', 'send'] },
      { does: 'answerAfter', on: ['sign', 'signIn'], value: 'signed' },
      { does: 'fail', on: 'send', code: -32603 },
      { does: 'failAfter', on: 'send', code: -32603 },
      { does: 'silence' },
      { does: 'claim', icon: 'javascript:alert(1)' },
    ] as const
  ).map((fault) => ({ faults: [fault] })),
];

const walletChanges: Choices<Omit<WalletCommand, 'wallet'>> = [
  { account: 'Pier' },
  { account: 'Lantern' },
  { removeAccount: true },
  { disconnect: true },
];

const chainFaults: Choices<Partial<ChainFaults>> = [
  { answers: 'rateLimited' },
  { answers: 'down' },
  { answers: 'html' },
  { answers: 'serverError' },
  { answers: 'malformed' },
  { slowMs: 3_000 },
  { lies: true },
  { stopsBlocks: true },
  { forgets: true },
];

export const actions: Choices<Action> = [
  { name: 'pick a wallet', weight: 14, run: pickWallet },
  { name: 'approve', weight: 16, whose: findAsking, run: ({ page }) => click(answerButton(page, 'approve')) },
  { name: 'reject', weight: 3, whose: findAsking, run: ({ page }) => click(answerButton(page, 'reject')) },
  press('Cancel', 4),
  press('Try again', 3),
  press('Dismiss', 2),
  press('Disconnect', 3),
  press('Sign in', 6),
  { name: 'send', weight: 4, run: send },
  {
    name: 'a wallet breaks',
    weight: 8,
    run: (scene) => changeInWallet(scene, scene.random.pick(walletFaults)),
  },
  { name: 'a wallet is repaired', weight: 8, run: repairWallet },
  { name: 'a wallet changes', weight: 5, comesBack: true, run: changeInside },
  { name: 'a wallet fires an event', weight: 2, run: fireEvent },
  { name: 'a wallet is updated', weight: 2, run: (scene) => changeInWallet(scene, { update: true }) },
  { name: 'a chain breaks', weight: 5, run: breakChain },
  { name: 'a chain is repaired', weight: 6, run: repairChain },
  { name: 'the page is reloaded', weight: 4, isForAll: true, run: reload },
  { name: 'time passes', weight: 6, isForAll: true, run: letTimePass },
  { name: 'the network is gone for a while', weight: 2, isForAll: true, run: loseNetwork },
  { name: 'the person returns to the tab', weight: 3, isForAll: true, run: ({ page }) => returnTo(page) },
];

/** Tells the page that its tab is seen again and has the focus. */
export async function returnTo(page: Page): Promise<undefined> {
  await lookAgain(page);
  await comeBack(page);
}

/** Turns the faults of a wallet off. */
export async function repairWallet({ page, family }: Pick<Scene, 'page' | 'family'>): Promise<undefined> {
  await changeWallet(page, { wallet: family.id, locked: false, here: true, faults: [] });
}

/** Turns the faults of a chain off. */
export async function repairChain({
  servers,
  family,
}: Pick<Scene, 'servers' | 'family'>): Promise<undefined> {
  await servers.breakChain(family.id, {});
}

/** Clicks what is there now, even beneath a wallet’s window; returns whether there was anything. */
function click(buttons: Locator): Promise<boolean> {
  return buttons.evaluateAll((found) => {
    const button = (found as HTMLElement[]).find((one) => !one.matches(':disabled'));
    button?.click();
    return button !== undefined;
  });
}

function press(name: string, weight: number): Action {
  const run = async ({ page, family }: Scene) => {
    const button = (wanted: string) =>
      card(page, family).getByRole('button', { name: wanted, exact: true, includeHidden: true });
    return (await click(button(name))) || ((await click(button('More'))) && click(button(name)));
  };
  return { name: `press ${name}`, weight, run };
}

function answerButton(page: Page, answer: 'approve' | 'reject'): Locator {
  return page.locator(`#practice-${answer}`);
}

/** Only one wallet's window is shown at a time. */
async function findAsking(page: Page): Promise<Family | undefined> {
  const heads = page.locator('#practice-wallet-window .head');
  const [id] = await heads.evaluateAll((found) => found.map((one) => (one as HTMLElement).dataset.family));
  return families.find((family) => family.id === id);
}

async function pickWallet({ page, family, random }: Scene): Promise<string | false> {
  await click(page.getByRole('button', { name: 'Connect wallet', exact: true }));
  await walletDialog(page).waitFor();
  const buttons = walletDialog(page).locator(`[data-wallet][data-family=${family.id}]`);
  const picked = await buttons.evaluateAll((found, chance) => {
    const nameOf = (one: Element) => one.closest('[data-row]')?.querySelector('b')?.textContent ?? '';
    const own = (found as HTMLElement[]).filter((one) => nameOf(one).includes('Practice Wallet'));
    const button = own[Math.floor(chance * own.length)];
    button?.click();
    return button && nameOf(button);
  }, random.next());
  if (picked !== undefined) return picked;
  await click(walletDialog(page).getByRole('button', { name: 'Close', exact: true }));
  return false;
}

async function send({ page, family }: Scene): Promise<boolean> {
  const { account } = await readWords(page, family);
  if (!(await press('Send', 1).run({ page, family } as Scene))) return false;
  await readStill(page);
  // The card may say instead why nothing can be sent.
  if ((await page.getByLabel('Recipient').count()) === 0) return true;
  await page.getByLabel('Recipient').fill(account);
  await page.getByLabel('Amount').fill('0.001');
  if (!(await click(page.getByRole('button', { name: /^Continue in/ })))) return false;
  // Until the wallet is asked, or the form says why it is not.
  await page.locator('[type=submit][aria-disabled=true]').waitFor({ state: 'detached' });
  return true;
}

async function changeInWallet(
  { page, family }: Pick<Scene, 'page' | 'family'>,
  change: Omit<WalletCommand, 'wallet'>,
): Promise<string> {
  await changeWallet(page, { wallet: family.id, ...change });
  return JSON.stringify(change);
}

async function changeInside(scene: Scene): Promise<string> {
  const detail = await changeInWallet(scene, scene.random.pick(walletChanges));
  await returnTo(scene.page);
  return detail;
}

async function fireEvent({ page, family, random }: Scene): Promise<string> {
  const event = random.pick(['accountsChanged', 'chainChanged', 'connect', 'message']);
  const value = random.pick([null, 42, 'no account', {}, { accounts: 'none' }, ['no account', 42]]);
  return changeInWallet({ page, family }, { fire: { event, value } });
}

async function breakChain({ servers, family, random }: Scene): Promise<string> {
  const faults = random.pick(chainFaults);
  await servers.breakChain(family.id, faults);
  return JSON.stringify(faults);
}

async function reload({ page }: Scene): Promise<undefined> {
  await page.reload();
  await whenReady(page);
}

async function letTimePass({ page, random }: Scene): Promise<string> {
  const ms = random.pick([1_000, 5_000, 20_000, 60_000]);
  await passTime(page, ms);
  return `${ms} ms`;
}

async function loseNetwork({ page }: Scene): Promise<undefined> {
  await page.context().setOffline(true);
  await returnTo(page);
  await passTime(page, 5_000);
  await page.context().setOffline(false);
}
