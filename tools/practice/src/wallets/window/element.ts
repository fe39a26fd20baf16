import { style } from './style.ts';

type Child = Node | string;

/** Makes an element with attributes and children, without a line of HTML, so that Trusted Types have no say. */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Makes an element with an open shadow root in the wallets' own style, and in what is added to it. */
export function createHost(
  id: string,
  ...added: readonly string[]
): { readonly host: HTMLElement; readonly root: ShadowRoot } {
  const host = createElement('div', { id });
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [style, ...added].map(createSheet);
  return { host, root };
}

/** Makes a style sheet, as the page's policy allows. */
export function createSheet(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

/** What is pressed and typed. */
const kept = [
  'click',
  'pointerdown',
  'pointerup',
  'mousedown',
  'mouseup',
  'touchstart',
  'touchend',
  'keydown',
  'keyup',
  'input',
  'change',
  'focusin',
  'focusout',
];

/** Keeps what is pressed and typed in the wallets' own elements from the page, as a browser does for extensions. */
export function keepFromPage(host: HTMLElement): void {
  for (const name of kept) host.addEventListener(name, (event) => event.stopPropagation());
}
