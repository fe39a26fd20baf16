/** Makes an element with the class names of the style. */
export function create<Name extends keyof HTMLElementTagNameMap>(name: Name, className = '') {
  const element = document.createElement(name);
  element.className = className;
  return element;
}

/** Makes a text what an element says; where it says so already, nothing of the page changes. */
export function say(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Makes these the children of a list, in this order; those that are there already are moved only where they must be. */
export function keepInOrder(list: Element, elements: readonly Element[]): void {
  elements.forEach((element, at) => {
    if (list.children[at] !== element) list.insertBefore(element, list.children[at] ?? null);
  });
  while (list.children.length > elements.length) list.lastChild?.remove();
}

/** What is shown now: first what was shown before, in that order, and below it what is new. */
export function keepPlaces(now: readonly string[], before: readonly string[]): readonly string[] {
  return [...new Set([...before.filter((key) => now.includes(key)), ...now])];
}

/** A listed wallet's button in the dialog. A wallet's id may be any text, so no selector is made of it. */
export function findRow(dialog: HTMLElement, family?: string, wallet?: string): HTMLElement | undefined {
  const rows = [...dialog.querySelectorAll<HTMLElement>('[data-wallet]')];
  return rows.find(({ dataset }) => dataset.wallet === wallet && dataset.family === family);
}
