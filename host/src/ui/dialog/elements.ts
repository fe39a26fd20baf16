/** Makes an element with the class names of the style. */
export function create<Name extends keyof HTMLElementTagNameMap>(name: Name, className = '') {
  const element = document.createElement(name);
  element.className = className;
  return element;
}

/** Makes a group of the dialog with a heading that names it, and a list. */
export function createGroup(name: string, title: string) {
  const group = create('div', `wallets wallets-${name}`);
  const heading = create('h3');
  const list = create('div', 'wallets-list');
  heading.id = `connect-${name}`;
  heading.textContent = title;
  group.role = 'group';
  group.setAttribute('aria-labelledby', heading.id);
  group.append(heading, list);
  return { group, list };
}

/** Sets the text of an element. If it has that text already, nothing of the page changes. */
export function say(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Makes these the children of a list, in this order. Moves only those that are in the wrong place. */
export function arrange(list: Element, elements: readonly Element[]): void {
  elements.forEach((element, at) => {
    if (list.children[at] !== element) list.insertBefore(element, list.children[at] ?? null);
  });
  while (list.children.length > elements.length) list.lastChild?.remove();
}

/** The order on screen: earlier keys in their earlier order, then new ones. */
export function mergeOrder<Key>(now: readonly Key[], before: readonly Key[]): readonly Key[] {
  return [...new Set([...before.filter((key) => now.includes(key)), ...now])];
}

/**
 * The page's wallet dialog, by its place: markup that gets into the page could bring other dialogs, or take the dialog's
 * id. Undefined if the page was changed.
 */
export function findDialog(root: ParentNode): HTMLDialogElement | undefined {
  return (root.querySelector(':is(main, .main, .accounts) ~ dialog > .sheet-list')?.parentElement ??
    undefined) as HTMLDialogElement | undefined;
}

/** A listed wallet's button in the dialog. A wallet's id may be any text, so no selector is made of it. */
export function findRow(dialog: HTMLElement, family?: string, wallet?: string): HTMLElement | undefined {
  const rows = [...dialog.querySelectorAll<HTMLElement>('[data-wallet]')];
  return rows.find(({ dataset }) => dataset.wallet === wallet && dataset.family === family);
}
