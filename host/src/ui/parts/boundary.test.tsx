import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Entry } from '../../ledger/entry.ts';
import { connect, signingIn } from '../../testing/facts.ts';
import { createFakeShell, type FakeShell } from '../../testing/fake-shell.ts';
import { type OpenPage, openPage } from '../../testing/open-page.tsx';
import { showViews } from '../show-views.tsx';
import { Boundary, onDemand } from './boundary.tsx';

const words = 'Something here did not show.';
const thrown = new Error('cannot be drawn');
let shell: FakeShell;
let page: OpenPage;
/** Whether the first family's card throws as it is rendered. */
let isBroken: boolean;
const card = (family = 'evm') => document.querySelector<HTMLElement>(`section[data-family=${family}]`);
const texts = () => ['evm', 'solana', 'near'].map((family) => card(family)?.textContent);

/** Puts an element of somebody else around one of the page's. */
function wrap(element: Element | null | undefined): void {
  const other = document.createElement('div');
  element?.replaceWith(other);
  if (element) other.append(element);
}

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  isBroken = false;
  const sound = createFakeShell();
  shell = {
    ...sound,
    request(family) {
      if (isBroken && family === 'evm') throw thrown;
      return sound.request(family);
    },
  };
  page = await openPage(shell);
});
afterEach(() => page.close());

describe('a card that cannot be drawn', () => {
  it('says so alone, and is drawn again by a press', async () => {
    const others = [card('solana'), card('near')];
    await page.change(() => {
      isBroken = true;
      connect(shell);
    });
    expect(card()?.querySelector('h2')?.textContent).toBe('Ethereum');
    expect(card()?.textContent).toContain(words);
    expect([card('solana'), card('near')]).toEqual(others);
    expect(document.body.textContent.split(words)).toHaveLength(2);
    await page.press(card() as Element, 'Show again');
    expect(card()?.textContent).toContain(words);
    isBroken = false;
    await page.press(card() as Element, 'Show again');
    expect(card()?.dataset.status).toBe('connected');
    expect(card()?.textContent).toContain('9,998.42 ETH');
    expect(document.activeElement).toBe(card()?.querySelector('h2'));
  });

  it('is drawn again once by itself', async () => {
    wrap(card()?.querySelector('.card-body'));
    const others = [card('solana'), card('near')];
    await page.change(() => connect(shell));
    expect(console.error).toHaveBeenCalled();
    expect(card()?.dataset.status).toBe('connected');
    expect(card()?.textContent).toContain('9,998.42 ETH');
    expect(card()?.querySelectorAll('.card-body')).toHaveLength(1);
    expect(document.body.textContent).not.toContain(words);
    expect([card('solana'), card('near')]).toEqual(others);
    expect(document.activeElement).toBe(document.body);
  });

  it('waits for a press if its drawing throws again', async () => {
    wrap(card()?.querySelector('.card-body'));
    await page.change(() => connect(shell));
    wrap(card()?.querySelector('.card-body'));
    await page.change(() => connect(shell, { status: 'disconnected' }));
    expect(card()?.textContent).toContain(words);
    await page.press(card() as Element, 'Show again');
    expect(card()?.textContent).toContain('No wallet in this browser');
  });

  it('leaves the page as it is if it cannot be removed', async () => {
    wrap(card());
    wrap(card()?.querySelector('.card-body'));
    await page.change(() => connect(shell));
    expect(
      card('evm')?.parentElement?.parentElement?.querySelector('[data-status=connected]'),
    ).not.toBeNull();
    expect(texts()[1]).toContain('Solana');
    expect(texts()[2]).toContain('NEAR');
    await page.change(() => connect(shell, { status: 'disconnected' }));
    expect(document.querySelector('main > .cards [data-status=disconnected]')).not.toBeNull();
    expect(page.region('Activity').textContent).toContain('What you send and sign');
  });
});

describe('another part of the page', () => {
  it('fails alone: the log', async () => {
    const entry: Entry = {
      id: '1',
      family: 'evm',
      at: Number.NaN,
      kind: 'signed',
      intent: signingIn,
      signed: {
        account: signingIn.account,
        message: '',
        scheme: 'eip191',
        signature: '0x1',
        isVerified: true,
      },
    };
    const before = texts();
    await page.change(() => shell.activity.set([entry]));
    expect(document.querySelector('main > .notice')?.textContent).toContain(words);
    expect(texts()).toEqual(before);
    await page.change(() => shell.activity.set([{ ...entry, at: 0 }]));
    await page.press(document.body, 'Show again');
    expect(page.region('Activity').querySelectorAll('li')).toHaveLength(1);
  });

  it('fails alone: a form', async () => {
    await page.change(() => connect(shell));
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(() => {
      throw thrown;
    });
    await page.press(card() as Element, 'Send');
    expect(card()?.textContent).toContain(words);
    expect(card()?.textContent).toContain('9,998.42 ETH');
    showModal.mockRestore();
    await page.press(card() as Element, 'Show again');
    expect(card()?.querySelector('dialog')?.open).toBe(true);
  });
});

it('is reported if it fails', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const root = document.body.appendChild(document.createElement('div'));
  const app = root.appendChild(document.createElement('main'));
  await act(async () => showViews(shell, root));
  await act(async () => {
    isBroken = true;
    connect(shell);
  });
  expect(app.textContent).toContain(words);
  expect(reported.mock.calls).toEqual([[thrown], [thrown]]);
});

it('fails with `loader/host` if its code does not load on demand, so that the page fetches it anew', async () => {
  const cause = new TypeError('Failed to fetch');
  const Absent = onDemand(() => Promise.reject(cause));
  const caught = vi.fn();
  const root = createRoot(document.createElement('div'), { onCaughtError: caught });
  await act(async () => root.render(<Boundary draw={() => <Absent />} />));
  expect(caught.mock.calls[0]?.[0]).toMatchObject({ code: 'loader/host', cause });
});
