import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { evmAccounts, nearAccounts, solanaAccounts } from '@linkspan/practice/accounts';
import { evmChainIds, solanaGenesisHashes, toSolanaId } from '@linkspan/practice/networks';
import { findBrowser, isSandboxed, quiet } from '@linkspan/stack/programs';
import { type CDPSession, chromium, type Locator, type Page } from 'playwright-core';
import {
  type Accounts,
  type Family,
  type Noted,
  type Notes,
  type Point,
  type Settings,
  type Told,
  tellBinding,
} from './in-page/settings.ts';
import type { Certificate } from './server.ts';
import type { Target } from './targets.ts';
import { type Exchange, recordTraffic } from './traffic.ts';

/** What every visitor has. */
export interface Equipment {
  readonly certificate: Certificate;
  /** How many times slower than this machine's the visitor's processor is. */
  readonly slowdown: number;
  /** See `buildInPageScript`. */
  readonly script: string;
  /** A page of another site, where visits begin that come from one. */
  readonly away: string;
  /** Called with each browser's closing. */
  opened(close: () => Promise<unknown>): void;
}

/** One visit to a page. */
export interface Visit {
  readonly target: Target;
  /** By a link of another site, as an address that is typed into a new tab, or by loading again. */
  readonly from: 'another site' | 'new tab' | 'reload';
  /** Presses the button that opens the dialog, once, so long after it was painted first. */
  readonly opensAfterMs?: number;
  /** Families whose wallets are pressed, one after the other, as a person does. */
  readonly presses?: readonly Family[];
  readonly approvesAfterMs?: number;
  /** What the visit waits for before the page must rest. */
  readonly until: readonly Noted[];
}

/** What a visit showed, when the page rested. */
export interface Seen {
  readonly notes: Notes;
  readonly exchanges: readonly Exchange[];
  /** Of the scripts in the page's HTML, compressed. */
  readonly inlineBytes: number;
  /** JavaScript objects after a garbage collection. */
  readonly heapBytes: number;
}

/** A person with a browser and a new profile, who makes visits. */
export interface Visitor {
  /** Rejects with a sentence if the page does not come so far. */
  visit(visit: Visit): Promise<Seen>;
  close(): Promise<void>;
}

const viewport = { width: 1280, height: 800 };
/** A browser or a tab that starts is busy with itself for some two seconds; people have theirs open. */
const startedMs = 2_500;
/** How long a page has to come so far. */
const deadlineMs = 30_000;
/** People hover for 200 to 400 ms before they press. */
const hoverMs = 300;

const [[evm], [solana], [near]] = [evmAccounts, solanaAccounts, nearAccounts];
if (!evm || !solana || !near) throw new Error('The practice has no accounts.');
const accounts: Accounts = {
  evm: { address: evm.address, chainId: `0x${evmChainIds[0].toString(16)}` },
  solana: {
    address: solana.address,
    publicKey: [...solana.publicKey],
    chain: toSolanaId(solanaGenesisHashes[0]),
  },
  near: { accountId: near.accountId, publicKey: near.publicKey },
};

/** Starts a browser. In a private window, which would cost less, Chromium sets up no connections ahead. */
export async function openVisitor(equipment: Equipment): Promise<Visitor> {
  const { context, close } = await startBrowser(equipment);
  let tab = await openTab(context.pages()[0] ?? (await context.newPage()));
  return {
    async visit({ target, from, opensAfterMs, presses = [], approvesAfterMs = 0, until }) {
      if (from === 'new tab') {
        const next = await context.newPage();
        await tab.page.close();
        tab = await openTab(next);
      }
      const { page, session, traffic, notes } = tab;
      const { origin } = new URL(target.url);
      const settings: Settings = { origin, marks: target.marks, accounts, approvesAfterMs };
      const source = `globalThis.bench = ${JSON.stringify(settings)};\n${equipment.script}`;
      const { identifier } = await session.send('Page.addScriptToEvaluateOnNewDocument', { source });
      try {
        if (from === 'another site') await page.goto(equipment.away);
        await session.send('Emulation.setCPUThrottlingRate', { rate: equipment.slowdown });
        traffic.restart();
        notes.restart();
        await navigate(session, from, target.url);
        if (opensAfterMs !== undefined) {
          const { middle } = await notes.until('button');
          await setTimeout(opensAfterMs);
          if (middle) await press(page, middle);
        }
        for (const noted of until) await notes.until(noted);
        for (const family of presses) {
          await traffic.untilQuiet();
          await pressWallet(page, target, family);
          await notes.until(`send-${family}`);
        }
        await traffic.untilQuiet();
        return { ...(await readPage(page, session)), exchanges: traffic.exchanges() };
      } finally {
        await session.send('Page.removeScriptToEvaluateOnNewDocument', { identifier }).catch(() => undefined);
      }
    },
    close,
  };
}

async function startBrowser({ certificate, opened }: Equipment) {
  const folder = await mkdtemp(join(tmpdir(), 'linkspan-profile-'));
  const context = await chromium.launchPersistentContext(folder, {
    viewport,
    executablePath: await findBrowser(),
    // The command closes all browsers itself when it is interrupted.
    ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
    chromiumSandbox: isSandboxed,
    args: [...quiet, `--ignore-certificate-errors-spki-list=${certificate.print}`],
  });
  const close = async () => {
    await context.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  opened(close);
  return { context, close };
}

/** Has a page of its own recorded from now on. */
async function openTab(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  await setTimeout(startedMs);
  return { page, session, traffic: await recordTraffic(session), notes: await recordNotes(session) };
}

async function navigate(session: CDPSession, from: Visit['from'], url: string): Promise<void> {
  if (from === 'new tab') return void (await session.send('Page.navigate', { url, transitionType: 'typed' }));
  const expression = from === 'reload' ? 'location.reload()' : `location.href = ${JSON.stringify(url)}`;
  await session.send('Runtime.evaluate', { expression });
}

/** Opens the dialog if it is closed, and presses the family's wallet. */
async function pressWallet(page: Page, { marks }: Target, family: Family): Promise<void> {
  if (!(await page.locator(marks.dialog).evaluate((one) => (one as HTMLDialogElement).open)))
    await press(page, await findMiddle(page.locator(marks.button).first()), hoverMs);
  const row = page.locator(marks.row[family]).first();
  await row.scrollIntoViewIfNeeded();
  await press(page, await findMiddle(row), hoverMs);
}

/** Moves the pointer and presses by the browser's input, which looks for nothing in the page. */
async function press({ mouse }: Page, { x, y }: Point, afterMs = 0): Promise<void> {
  const moved = mouse.move(x, y);
  if (afterMs > 0) await moved.then(() => setTimeout(afterMs));
  // A busy page answers late, and a person does not wait for it.
  await Promise.all([moved, mouse.down(), mouse.up()]);
}

async function findMiddle(element: Locator): Promise<Point> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('What is to be pressed is not visible.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function readPage(page: Page, session: CDPSession): Promise<Omit<Seen, 'exchanges'>> {
  await session.send('HeapProfiler.collectGarbage');
  const heapBytes = (await session.send('Runtime.getHeapUsage')).usedSize;
  const { notes, inline } = await page.evaluate(() => ({
    notes: (globalThis as unknown as { readonly benchNotes: Notes }).benchNotes,
    inline: [...document.scripts]
      .filter(({ src, type }) => src === '' && !/json|map/.test(type))
      .map(({ text }) => text),
  }));
  const inlineBytes = inline.reduce((sum, text) => sum + brotliCompressSync(text).length, 0);
  return { notes, heapBytes, inlineBytes };
}

/** Records what a page notes, without asking it. */
async function recordNotes(session: CDPSession) {
  const all = new Map<Noted, Told>();
  const waiting = new Map<Noted, (told: Told) => void>();
  session.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name !== tellBinding) return;
    const told: Told = JSON.parse(payload);
    all.set(told.noted, told);
    waiting.get(told.noted)?.(told);
  });
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: tellBinding });
  return {
    restart: () => all.clear(),
    async until(noted: Noted): Promise<Told> {
      const told = all.get(noted);
      if (told) return told;
      const late = new AbortController();
      return Promise.race([
        new Promise<Told>((resolve) => waiting.set(noted, resolve)),
        setTimeout(deadlineMs, undefined, late).then(() => {
          throw new Error(`The page did not come to “${noted}” within ${deadlineMs} ms.`);
        }),
      ]).finally(() => late.abort());
    },
  };
}
