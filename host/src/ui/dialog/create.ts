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
