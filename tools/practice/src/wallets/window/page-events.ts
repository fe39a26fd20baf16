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
