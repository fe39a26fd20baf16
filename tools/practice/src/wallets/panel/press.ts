import { createElement } from '../window/element.ts';

/** Makes a button that does what its title says. */
export function createPress(title: string, run: () => void): HTMLElement {
  const button = createElement('button', { class: 'button', type: 'button' }, title);
  button.addEventListener('click', run);
  return button;
}
