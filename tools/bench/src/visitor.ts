import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { evmAccounts, nearAccounts, solanaAccounts } from '@linkspan/practice/accounts';
import { evmChainIds, solanaGenesisHashes, toSolanaId } from '@linkspan/practice/networks';
import { findBrowser, isSandboxed, quiet } from '@linkspan/stack/programs';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import {
  type Accounts,
  type Family,
  type Noted,
  type Notes,
  type Settings,
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
  /** A page of another site, where visits begin that are no reload. */
  readonly away: string;
  /** Called with each browser's closing. */
  opened(close: () => Promise<unknown>): void;
}

/** One visit to a page. */
export interface Visit {
  readonly target: Target;
  readonly from: 'another site' | 'reload';
  readonly opens?: Settings['opens'];
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
/** A browser that starts is busy with itself for some two seconds; people have theirs open. */
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
  const page = context.pages()[0] ?? (await context.newPage());
  const session = await context.newCDPSession(page);
  await session.send('Page.enable');
  await setTimeout(startedMs);
  const traffic = await recordTraffic(session);
  const notes = await recordNotes(session);
  const put = async (source: string) =>
    (await session.send('Page.addScriptToEvaluateOnNewDocument', { source })).identifier;
  return {
    async visit({ target, from, opens, presses = [], approvesAfterMs = 0, until }) {
      const { origin } = new URL(target.url);
      const { marks } = target;
      const settings: Settings = { origin, marks, accounts, approvesAfterMs, ...(opens && { opens }) };
      const identifier = await put(`globalThis.bench = ${JSON.stringify(settings)};\n${equipment.script}`);
      try {
        if (from === 'another site') await page.goto(equipment.away);
        await session.send('Emulation.setCPUThrottlingRate', { rate: equipment.slowdown });
        traffic.restart();
        notes.restart();
        const address = JSON.stringify(target.url);
        const expression = from === 'reload' ? 'location.reload()' : `location.href = ${address}`;
        await session.send('Runtime.evaluate', { expression });
        for (const noted of until) await notes.until(noted);
        for (const family of presses) {
          await traffic.untilQuiet();
          await press(page, target, family);
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

/** Opens the dialog if it is closed, moves the pointer onto the family's wallet, and presses it after a pause. */
async function press(page: Page, { marks }: Target, family: Family): Promise<void> {
  if (!(await page.locator(marks.dialog).evaluate((one) => (one as HTMLDialogElement).open)))
    await page.locator(marks.button).first().click();
  const row = page.locator(marks.row[family]).first();
  await row.scrollIntoViewIfNeeded();
  const box = await row.boundingBox();
  if (box === null) throw new Error(`The wallet of ${family} is not visible.`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await setTimeout(hoverMs);
  await page.mouse.down();
  await page.mouse.up();
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
  const noted = new Set<string>();
  const waiting = new Map<string, () => void>();
  session.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name !== tellBinding) return;
    noted.add(payload);
    waiting.get(payload)?.();
  });
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: tellBinding });
  return {
    restart: () => noted.clear(),
    async until(name: Noted): Promise<void> {
      if (noted.has(name)) return;
      const late = new AbortController();
      await Promise.race([
        new Promise<void>((resolve) => waiting.set(name, resolve)),
        setTimeout(deadlineMs, undefined, late).then(() => {
          throw new Error(`The page did not come to “${name}” within ${deadlineMs} ms.`);
        }),
      ]).finally(() => late.abort());
    },
  };
}
