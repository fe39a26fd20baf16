import type { ShellRequest } from '@linkspan/app/page';
import { accountsOf, addressOf, type FamilyId, format, networkOf, type Readable } from '@linkspan/contract';
import type { Store } from '@linkspan/store';
import { createDeferred, type Deferred } from '../async.ts';
import type { FamilyConfig } from '../config.ts';
import { arrange, create, say } from './dialog/elements.ts';
import { isChoice, listenAll } from './facts.ts';
import { type Front, openFront } from './front.ts';
import { shorten } from './texts/address.ts';
import { elementTexts as texts } from './texts/en-elements.ts';
import { formatBalance } from './texts/format.ts';

/** The elements of an application's page, and what they show and do. */
export interface ApplicationElements {
  /** The shell's root, in the shadow tree of `linkspan-root`. */
  readonly root: HTMLElement;
  readonly families: readonly FamilyConfig[];
  readonly store: Pick<Store, 'view'>;
  /** What a family's wallet is being asked. */
  request(family: FamilyId): Readable<ShellRequest>;
  /** Opens the dialog of wallets. */
  choose(): void;
}

/** The cards, in a sheet of their own unless a `<linkspan-shell>` shows them; and what is in front of all else. */
export interface AccountsSheet extends Front {
  /** The parent of the cards. */
  readonly main: HTMLElement;
  /** Opens a panel of the accounts, which hangs from the button that was pressed, or all that the page of wallets has. */
  open(view?: 'panel' | 'page', button?: Element): void;
  close(): void;
  /** Resolved once somebody looks at the cards. */
  readonly shown: Deferred<void>;
}

/**
 * Defines `<linkspan-connect>`, `<linkspan-accounts>` and `<linkspan-shell>`. Each has a shadow tree of its own, so that no
 * style of the application reaches it, and none of it the application. A name that the application has defined itself stays
 * its own.
 */
export function defineElements(page: ApplicationElements): AccountsSheet {
  const style = toSheet(page.root);
  const accounts = createAccountsSheet(page.root, style);
  const draws = new Map<string, (shadow: ShadowRoot) => () => void>([
    ['linkspan-connect', (shadow) => drawConnect(shadow, page, accounts)],
    ['linkspan-accounts', (shadow) => drawAccounts(shadow, page, accounts)],
  ]);
  for (const [name, draw] of draws) {
    define(
      name,
      class extends HTMLElement {
        #end: (() => void) | undefined;
        connectedCallback(): void {
          const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
          shadow.adoptedStyleSheets = [style];
          this.#end = draw(shadow);
        }
        disconnectedCallback(): void {
          this.#end?.();
        }
      },
    );
  }
  define(
    'linkspan-shell',
    class extends HTMLElement {
      connectedCallback(): void {
        accounts.moveTo(this.shadowRoot ?? this.attachShadow({ mode: 'open' }));
      }
      disconnectedCallback(): void {
        if (this.shadowRoot) accounts.leave(this.shadowRoot);
      }
    },
  );
  followAttempts(page, accounts);
  return accounts;
}

/** Shows a code that is to be scanned, and why a wallet did not connect: the dialog shows a code itself, once the views have come. */
function followAttempts({ root, store: { view } }: ApplicationElements, accounts: CardsSheet): void {
  const dialog = root.querySelector('.sheet-list')?.closest('dialog');
  dialog?.addEventListener('pairing', () => accounts.shown.resolve());
  const families = view.families.map((family) => view.family(family));
  let before = 0;
  listenAll(
    families.map(({ pairing }) => pairing),
    () => {
      const now = families.filter(({ pairing }) => pairing.get() && !dialog?.open).length;
      // A person may have closed what is shown of the others.
      if (now > before || now === 0) accounts.showPairing(now > 0);
      before = now;
    },
  );
  for (const { attempt } of families)
    attempt.listen((now) => {
      if (now.state === 'failed' && !isChoice(now.failure)) accounts.open();
    });
}

function define(name: string, element: CustomElementConstructor): void {
  if (customElements.get(name) === undefined) customElements.define(name, element);
}

/** The style of the shell's own tree, for the other elements. */
function toSheet(root: HTMLElement): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(root.parentNode?.querySelector('style')?.textContent ?? '');
  return sheet;
}

type CardsSheet = ReturnType<typeof createAccountsSheet>;

function createAccountsSheet(root: HTMLElement, style: CSSStyleSheet) {
  const tree = root.getRootNode() as ShadowRoot;
  const front = openFront(root);
  const sheet = root.querySelector('.accounts') as HTMLDialogElement;
  const main = sheet.querySelector('.main') as HTMLElement;
  const shown = createDeferred<void>();
  /** Whether a code to be scanned has opened the sheet, which then closes with it. */
  let isAlone = false;
  sheet.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') sheet.close();
  });
  sheet.querySelector('.accounts-page')?.addEventListener('click', () => {
    sheet.setAttribute('data-page', '');
    // The pressed button is gone.
    sheet.querySelector('button')?.focus();
  });
  /** The trees of the `<linkspan-shell>` in the page: the last one shows the cards. */
  const shells = new Set<ShadowRoot>();
  return {
    main,
    shown,
    untilSeen(family: FamilyId, wallet: string) {
      shown.resolve();
      return front.untilSeen(family, wallet);
    },
    open(view: 'panel' | 'page' = 'panel', button?: Element) {
      shown.resolve();
      isAlone = false;
      if (button) hangFrom(button, sheet);
      if (!sheet.open || view === 'page') sheet.toggleAttribute('data-page', view === 'page');
      // Not modal: a wallet's own window in the page stays within reach.
      if (main.parentElement !== sheet) main.scrollIntoView({ block: 'nearest' });
      else if (!sheet.open) sheet.show();
    },
    close: () => sheet.close(),
    showPairing(isShown: boolean) {
      if (main.parentElement !== sheet) return;
      if (isShown && !sheet.open) {
        shown.resolve();
        isAlone = true;
        // Without `show`, which would take the focus from the application or the wallet.
        sheet.open = true;
      } else if (!isShown && isAlone && sheet.open) sheet.close();
    },
    moveTo(shadow: ShadowRoot) {
      shells.add(shadow);
      shown.resolve();
      sheet.close();
      // The views may have brought a style of their own.
      shadow.adoptedStyleSheets = [style, ...tree.adoptedStyleSheets];
      const place = shadow.querySelector('.shell') ?? create('div', 'shell');
      place.append(main);
      shadow.append(place);
    },
    leave(shadow: ShadowRoot) {
      shells.delete(shadow);
      if (main.getRootNode() !== shadow) return;
      const next = [...shells].at(-1);
      if (next === undefined) sheet.append(main);
      else this.moveTo(next);
    },
  };
}

/** Below a button, at its end, as far as the window has room for it. */
function hangFrom(button: Element, sheet: HTMLElement): void {
  const { bottom, left, right } = button.getBoundingClientRect();
  const end = getComputedStyle(button).direction === 'rtl' ? left : innerWidth - right;
  sheet.style.setProperty('--hang-block', `${Math.max(bottom + 8, 8)}px`);
  sheet.style.setProperty('--hang-end', `${end}px`);
}

/** A button that opens the dialog, or the accounts once a wallet is connected; with `balance`, the only one's is on it. */
function drawConnect(
  shadow: ShadowRoot,
  page: ApplicationElements,
  accounts: Pick<AccountsSheet, 'open'>,
): () => void {
  const button = create('button', 'button element-connect');
  button.type = 'button';
  button.ariaHasPopup = 'dialog';
  button.addEventListener('click', () => {
    if (listConnected(page).length === 0) page.choose();
    else accounts.open('panel', button);
  });
  const [faces, text, balance] = [create('span', 'element-faces'), create('span'), create('bdi')];
  balance.translate = false;
  button.append(faces, text, balance);
  shadow.replaceChildren(button);
  let drawn = '';
  return follow(page, () => {
    const connected = listConnected(page);
    const icons = [...new Set(connected.flatMap(({ icon }) => icon ?? []))];
    if (String(icons) !== drawn) faces.replaceChildren(...icons.map(toFace));
    drawn = String(icons);
    const asking = connected.find(({ isAsking }) => isAsking)?.wallet ?? findAsked(page);
    button.classList.toggle('button-main', connected.length === 0);
    button.classList.toggle('element-wait', asking !== undefined);
    say(text, toButtonText(connected, asking));
    const [only, ...others] = shadow.host.hasAttribute('balance') && !asking ? connected : [];
    say(balance, only && others.length === 0 ? sayBalance(page, only.family) : '');
    button.ariaLabel =
      connected.length === 0
        ? null
        : format(texts.accounts, {
            shown: `${button.textContent}`.trim(),
          });
  });
}

/** A family's balance, as on its card, after a space; nothing before it is known. */
function sayBalance({ store: { view }, families }: ApplicationElements, family: FamilyId): string {
  const known = view.family(family).balance.get();
  const networks = families.find(({ id }) => id === family)?.networks;
  const network = known && networks?.find(({ id }) => id === networkOf(known.account));
  return network ? ` ${formatBalance(known.amount, network.decimals)} ${network.symbol}` : '';
}

/** A wallet's own picture, a `data:` URI that the contract has checked; its name is in the cards. */
function toFace(icon: string): HTMLImageElement {
  const face = create('img');
  [face.src, face.alt] = [icon, ''];
  return face;
}

/** The name of the wallet that is asked to connect. */
function findAsked({ store: { view } }: ApplicationElements): string | undefined {
  const attempts = view.families.map((family) => view.family(family).attempt.get());
  return attempts.find((one) => one.state === 'running')?.wallet.name;
}

/** `asking` is the name of the wallet that asks something. */
function toButtonText(connected: readonly Connected[], asking: string | undefined): string {
  const [first] = connected;
  if (asking !== undefined) return format(texts.waiting, { wallet: asking });
  if (first === undefined) return texts.connect;
  return connected.length === 1
    ? shorten(first.address)
    : format(texts.wallets, { count: `${connected.length}` });
}

/** A row for each connected account: its family and its address. A press opens the cards. */
function drawAccounts(
  shadow: ShadowRoot,
  page: ApplicationElements,
  accounts: Pick<AccountsSheet, 'open'>,
): () => void {
  const list = create('ul', 'element-accounts');
  const rows = new Map(
    page.families.map(({ id, title }) => [id, createRow(id, title, () => accounts.open('panel', list))]),
  );
  shadow.replaceChildren(list);
  return follow(page, () => {
    const connected = listConnected(page);
    for (const { family, address, isReconnecting } of connected) {
      const row = rows.get(family);
      if (row === undefined) continue;
      say(row.address, shorten(address));
      row.element.dataset.status = isReconnecting ? 'reconnecting' : 'connected';
    }
    arrange(
      list,
      connected.flatMap(({ family }) => rows.get(family)?.element ?? []),
    );
  });
}

function createRow(family: FamilyId, title: string, press: () => void) {
  const element = create('li');
  const button = create('button', 'element-account');
  button.type = 'button';
  button.dataset.family = family;
  button.addEventListener('click', press);
  const name = create('span');
  say(name, title);
  const address = create('bdi', 'mono');
  address.translate = false;
  button.append(create('span', 'glyph glyph-small'), name, address);
  element.append(button);
  return { element, address };
}

interface Connected {
  readonly family: FamilyId;
  readonly address: string;
  readonly wallet: string;
  readonly icon: string | undefined;
  readonly isReconnecting: boolean;
  /** Whether its wallet is asking something. */
  readonly isAsking: boolean;
}

function listConnected({ store: { view }, request }: ApplicationElements): readonly Connected[] {
  return view.families.flatMap((family) => {
    const connection = view.family(family).connection.get();
    const [account] = accountsOf(connection);
    if (account === undefined || !('wallet' in connection)) return [];
    return [
      {
        family,
        address: addressOf(account),
        wallet: connection.wallet.name,
        icon: connection.wallet.icon,
        isReconnecting: connection.status === 'reconnecting',
        isAsking: request(family).get().state === 'asking',
      },
    ];
  });
}

function follow({ store: { view }, request }: ApplicationElements, draw: () => void): () => void {
  draw();
  return listenAll(
    view.families.flatMap((family) => {
      const { connection, attempt, balance } = view.family(family);
      return [connection, attempt, balance, request(family)];
    }),
    draw,
  );
}
