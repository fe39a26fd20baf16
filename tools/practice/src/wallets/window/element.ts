import { type Family, families } from '../../families.ts';
import { style } from './style.ts';

/** An attribute; `true` is an empty one, `false` none. A function hears the event of that name. */
type Attribute = string | boolean | ((event: Event) => void);

/** Makes an element without a line of HTML, so that Trusted Types have no say. Children that are undefined are left out. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: readonly (Node | string | undefined)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value !== false) element.setAttribute(name, value === true ? '' : value);
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

/** Makes a button. */
export function createButton(title: string, click: () => void, more: Readonly<Record<string, string>> = {}) {
  return h('button', { class: 'button', type: 'button', click, ...more }, title);
}

/** Makes the round button that closes something. */
export function createClosing(click: () => void, more: Readonly<Record<string, string>>) {
  const cross = h('span', { 'aria-hidden': 'true' }, '×');
  return h('button', { class: 'round', type: 'button', click, ...more }, cross);
}

/** The id of the element that holds the practice panel. It has `data-open` while the panel is open. */
export const PANEL_HOST_ID = 'practice-wallets';

/** What is pressed and typed. */
const kept =
  'click pointerdown pointerup mousedown mouseup touchstart touchend keydown keyup input change focusin focusout';

/**
 * Makes an element with an open shadow root in the wallets' own style. What is pressed and typed in it is kept from the
 * page, as a browser does for extensions.
 */
export function createHost(id: string): { readonly host: HTMLElement; readonly root: ShadowRoot } {
  const host = h('div', { id });
  for (const name of kept.split(' ')) host.addEventListener(name, (event) => event.stopPropagation());
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [createSheet(style)];
  return { host, root };
}

/** Makes a style sheet, as the page's policy allows. */
export function createSheet(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

const SVG = 'http://www.w3.org/2000/svg';

/** Draws as elements: the page's policy would have to allow a picture by address. */
export function draw(viewBox: string, outline: string): SVGSVGElement {
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', outline);
  const drawing = document.createElementNS(SVG, 'svg');
  drawing.setAttribute('viewBox', viewBox);
  drawing.setAttribute('aria-hidden', 'true');
  drawing.append(path);
  return drawing;
}

/** Draws a family's mark in the color of the text. */
export function drawFamily(family: Family): SVGSVGElement {
  return draw('0 0 20 20', families[family].mark.path);
}
