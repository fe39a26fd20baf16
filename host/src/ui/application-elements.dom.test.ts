import type { ShellRequest } from '@linkspan/app/page';
import type { AccountId, Connection, FamilyId } from '@linkspan/contract';
import { createStore } from '@linkspan/store';
import { atom } from 'nanostores';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeConfig } from '../testing/fake-shell.ts';
import { type AccountsSheet, defineElements } from './application-elements.ts';

const { families } = fakeConfig;
const wallet = { id: 'rabby', name: 'Rabby' };
const account: AccountId = 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const requests = new Map(families.map(({ id }) => [id, atom<ShellRequest>({ state: 'none' })]));
const requestOf = (family: FamilyId) => requests.get(family) as ReturnType<typeof atom<ShellRequest>>;
/** Each test has a store of its own; the elements can be defined once. */
let store = createStore(families);
let chosen: number;

const host = document.createElement('linkspan-root');
const inner = host.attachShadow({ mode: 'open' });
inner.innerHTML =
  '<style>.button { color: red }</style><div class="shell"><dialog class="accounts"><div class="main">Cards</div><button class="accounts-page"></button></dialog><dialog class="requests"></dialog></div>';
document.body.append(host);
const root = inner.querySelector('.shell') as HTMLElement;
const sheet = inner.querySelector('dialog') as HTMLDialogElement;
const main = inner.querySelector('.main') as HTMLElement;
main.scrollIntoView = vi.fn();

const define = (): AccountsSheet =>
  defineElements({
    ...{ root, families },
    store: {
      get view() {
        return store.view;
      },
    },
    request: requestOf,
    choose: () => {
      chosen += 1;
    },
  });
const accounts = define();
/** Of the page as it was defined. */
const first = store;

beforeEach(() => {
  store = createStore(families);
  chosen = 0;
});
afterEach(() => {
  for (const element of document.querySelectorAll('linkspan-connect, linkspan-accounts, linkspan-shell'))
    element.remove();
  for (const request of requests.values()) request.set({ state: 'none' });
  sheet.close();
});

function add(name: string, parent: Element = document.body): HTMLElement {
  return parent.appendChild(document.createElement(name));
}

const buttonOf = (element: HTMLElement) => element.shadowRoot?.querySelector('button') as HTMLButtonElement;
const rowsOf = (element: HTMLElement) =>
  [...(element.shadowRoot?.querySelectorAll('li') ?? [])].map((row) => row.textContent);

function publish(family: FamilyId, connection: Connection): void {
  store.openLease(family).lease.publishConnection(connection);
}
const connectEvm = () =>
  publish('evm', { status: 'connected', wallet, accounts: [account], capabilities: ['send'] });
const connectNear = () =>
  publish('near', {
    status: 'connected',
    wallet,
    accounts: ['near:practice:harbour.near'],
    capabilities: [],
  });

describe('<linkspan-connect>', () => {
  it('is a button that opens the dialog of wallets', () => {
    const button = buttonOf(add('linkspan-connect'));
    expect([button.type, button.textContent, button.ariaHasPopup, button.ariaLabel]).toEqual([
      'button',
      'Connect wallet',
      'dialog',
      null,
    ]);
    button.click();
    expect([chosen, sheet.open]).toEqual([1, false]);
  });

  it('shows the account in use, and opens the accounts', () => {
    const button = buttonOf(add('linkspan-connect'));
    connectEvm();
    expect([button.textContent, button.ariaLabel]).toEqual(['0xf39F…2266', 'Your wallets: 0xf39F…2266']);
    button.click();
    expect([chosen, sheet.open]).toEqual([0, true]);
  });

  it('shows the balance of the only one, if the application wants it', () => {
    const element = document.createElement('linkspan-connect');
    element.setAttribute('balance', '');
    document.body.append(element);
    const { lease } = store.openLease('evm');
    lease.publishConnection({ status: 'connected', wallet, accounts: [account], capabilities: [] });
    lease.publishBalance({ account, amount: '1500000000000000000' });
    expect(buttonOf(element).textContent).toBe('0xf39F…2266 1.5 ETH');
    expect(buttonOf(element).ariaLabel).toBe('Your wallets: 0xf39F…2266 1.5 ETH');
    expect(buttonOf(add('linkspan-connect')).textContent).toBe('0xf39F…2266');
    connectNear();
    expect(buttonOf(element).textContent).toBe('2 wallets');
  });

  it('shows how many wallets are connected, and again the only one', () => {
    const button = buttonOf(add('linkspan-connect'));
    connectEvm();
    connectNear();
    expect(button.textContent).toBe('2 wallets');
    publish('evm', { status: 'disconnected' });
    expect(button.textContent).toBe('harbour.near');
    publish('near', { status: 'disconnected' });
    expect([button.textContent, button.ariaLabel]).toEqual(['Connect wallet', null]);
  });

  it('shows an account that is on its way back', () => {
    publish('evm', { status: 'reconnecting', wallet, accounts: [account] });
    expect(buttonOf(add('linkspan-connect')).textContent).toBe('0xf39F…2266');
  });

  it('says that a wallet is asking something', () => {
    connectEvm();
    const button = buttonOf(add('linkspan-connect'));
    requestOf('evm').set({ state: 'asking', by: 'application', method: 'personal_sign' });
    expect(button.textContent).toBe('Waiting in Rabby');
    expect(button.classList.contains('element-wait')).toBe(true);
    requestOf('evm').set({ state: 'failed', by: 'application', method: 'personal_sign' });
    expect(button.textContent).toBe('0xf39F…2266');
    expect(button.classList.contains('element-wait')).toBe(false);
  });

  it('says that a wallet is asked to connect', () => {
    const button = buttonOf(add('linkspan-connect'));
    const running = { id: '1', wallet, progress: { step: 'asking' } } as const;
    store.publishAttempt('evm', { state: 'running', ...running });
    expect([button.textContent, button.classList.contains('button-main')]).toEqual([
      'Waiting in Rabby',
      true,
    ]);
    store.publishAttempt('evm', { state: 'none' });
    expect(button.textContent).toBe('Connect wallet');
  });

  it('keeps its button, and the focus on it, while it changes', () => {
    const button = buttonOf(add('linkspan-connect'));
    button.focus();
    connectEvm();
    expect(button.isConnected).toBe(true);
    expect(button.textContent).toBe('0xf39F…2266');
  });
});

describe('<linkspan-accounts>', () => {
  it('has a button for each connected account, which opens the cards', () => {
    const element = add('linkspan-accounts');
    expect(rowsOf(element)).toEqual([]);
    connectNear();
    connectEvm();
    expect(rowsOf(element)).toEqual(['Ethereum0xf39F…2266', 'NEARharbour.near']);
    expect(element.shadowRoot?.querySelector('bdi')?.translate).toBe(false);
    buttonOf(element).click();
    expect(sheet.open).toBe(true);
    publish('evm', { status: 'disconnected' });
    expect(rowsOf(element)).toEqual(['NEARharbour.near']);
  });

  it('marks a wallet that is on its way back', () => {
    publish('evm', { status: 'reconnecting', wallet, accounts: [account] });
    const element = add('linkspan-accounts');
    const status = () => element.shadowRoot?.querySelector('li')?.dataset.status;
    expect(status()).toBe('reconnecting');
    connectEvm();
    expect(status()).toBe('connected');
  });
});

describe('several of one kind', () => {
  it.each(['linkspan-connect', 'linkspan-accounts'])('all show the same: %s', (name) => {
    const all = [add(name), add(name)];
    connectEvm();
    for (const element of all) expect(element.shadowRoot?.textContent).toContain('0xf39F…2266');
    all[0]?.remove();
    publish('evm', { status: 'connected', wallet, accounts: ['eip155:31337:0xb'], capabilities: [] });
    expect(all[1]?.shadowRoot?.textContent).toContain('0xb');
  });
});

describe('an element that a framework removes and adds again', () => {
  it.each(['linkspan-connect', 'linkspan-accounts'])(
    'shows what is so by then, and listens once: %s',
    (name) => {
      const element = add(name);
      element.remove();
      connectEvm();
      expect(element.shadowRoot?.textContent).not.toContain('0xf39F…2266');
      for (let round = 0; round < 10; round++) {
        document.body.append(element);
        element.remove();
      }
      document.body.append(element);
      expect(element.shadowRoot?.textContent).toContain('0xf39F…2266');
      expect(element.shadowRoot?.querySelectorAll('button')).toHaveLength(1);
      connectNear();
      expect(element.shadowRoot?.textContent).toMatch(/2 wallets|harbour\.near/);
    },
  );
});

describe('the sheet of accounts', () => {
  const isPage = () => sheet.hasAttribute('data-page');

  it('is a panel, and all that the page of wallets has once somebody wants it', () => {
    accounts.open();
    expect(isPage()).toBe(false);
    sheet.querySelector<HTMLElement>('.accounts-page')?.click();
    accounts.open();
    expect(isPage()).toBe(true);
    accounts.close();
    accounts.open();
    expect(isPage()).toBe(false);
    accounts.open('page');
    expect(isPage()).toBe(true);
  });
});

describe('<linkspan-shell>', () => {
  const placeOf = () => main.getRootNode();

  it('shows the cards in its place, and gives them back to the sheet', () => {
    expect(main.parentElement).toBe(sheet);
    const element = add('linkspan-shell');
    expect(placeOf()).toBe(element.shadowRoot);
    accounts.open();
    expect(sheet.open).toBe(false);
    expect(main.scrollIntoView).toHaveBeenCalled();
    element.remove();
    expect(main.parentElement).toBe(sheet);
    accounts.open();
    expect(sheet.open).toBe(true);
  });

  it('leaves what stands in front of all else at the end of the page', () => {
    add('linkspan-shell');
    expect([host.parentElement, root.querySelector('.requests')?.getRootNode()]).toEqual([
      document.body,
      inner,
    ]);
  });

  it('closes the sheet as it takes the cards', () => {
    accounts.open();
    add('linkspan-shell');
    expect(sheet.open).toBe(false);
  });

  it('keeps the cards if it is moved', () => {
    const [aside, element] = [add('aside'), add('linkspan-shell')];
    aside.append(element);
    expect(placeOf()).toBe(element.shadowRoot);
    aside.remove();
    expect(main.parentElement).toBe(sheet);
  });

  it('gives them to another one that is in the page', () => {
    const [first, second, third] = [add('linkspan-shell'), add('linkspan-shell'), add('linkspan-shell')];
    expect(placeOf()).toBe(third.shadowRoot);
    second.remove();
    expect(placeOf()).toBe(third.shadowRoot);
    third.remove();
    expect(placeOf()).toBe(first.shadowRoot);
    first.remove();
    expect(main.parentElement).toBe(sheet);
  });

  it('tells that somebody looks at the cards', async () => {
    add('linkspan-shell');
    await expect(accounts.shown.promise).resolves.toBeUndefined();
  });
});

it("has the shell's style in its own tree, and puts none into the document", () => {
  const sheets = document.styleSheets.length;
  for (const name of ['linkspan-connect', 'linkspan-accounts']) {
    const { shadowRoot } = add(name);
    expect(shadowRoot?.adoptedStyleSheets).toHaveLength(1);
    expect(shadowRoot?.adoptedStyleSheets[0]?.cssRules[0]?.cssText).toContain('.button');
  }
  expect(document.styleSheets).toHaveLength(sheets);
  expect(document.adoptedStyleSheets).toEqual([]);
});

it('leaves a name as it is that is defined already', () => {
  const known = customElements.get('linkspan-connect');
  expect(define).not.toThrow();
  expect(customElements.get('linkspan-connect')).toBe(known);
});

describe('the cards of an application', () => {
  const failure = (code: string) => ({ code, context: {} }) as never;

  it.each([
    ['wallet/timeout', true],
    ['wallet/rejected', false],
    ['wallet/closed', false],
    ['wallet/cancelled', false],
  ])('after an attempt that ended by %s are shown: %s', (code, isShown) => {
    first.publishAttempt('evm', { state: 'failed', id: '1', wallet, failure: failure(code) });
    expect(sheet.open).toBe(isShown);
    first.publishAttempt('evm', { state: 'none' });
  });

  it('stay closed after they were closed, whatever happens in other families', () => {
    first.publishAttempt('evm', { state: 'failed', id: '1', wallet, failure: failure('wallet/timeout') });
    sheet.close();
    first.publishAttempt('near', { state: 'running', id: '2', wallet, progress: { step: 'asking' } });
    expect(sheet.open).toBe(false);
    for (const family of ['evm', 'near']) first.publishAttempt(family, { state: 'none' });
  });

  it('come for a code that the dialog does not show, and go with it', () => {
    first.publishPairing('evm', { wallet: 'WalletConnect', uri: 'wc:1', links: [] } as never);
    expect(sheet.open).toBe(true);
    first.publishPairing('evm', undefined);
    expect(sheet.open).toBe(false);
  });
});
