/** Shows that the application runs. A development server replaces this module while the page stays. */
export function draw(root: Element): void {
  root.textContent = 'Ready';
}
