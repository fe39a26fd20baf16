/** Of rows that the search shows. */
const buttonsOfRows = '.wallet:not([hidden]), .joined:not([hidden]) .joined-part';

type Target = HTMLElement | undefined;

/**
 * Lets the arrow keys, Home and End move the focus between the wallets' buttons of a dialog, and up into its search
 * field.
 */
export function moveByKeys(dialog: HTMLElement, field: HTMLElement): void {
  function move(event: KeyboardEvent): void {
    const from = event.target as Node;
    const buttons = [...dialog.querySelectorAll<HTMLElement>(buttonsOfRows)];
    const isOn = (side: number) => (button: Node) => (from.compareDocumentPosition(button) & side) > 0;
    const moves: Readonly<Record<string, () => Target>> = {
      ArrowDown: () => buttons.find(isOn(Node.DOCUMENT_POSITION_FOLLOWING)),
      ArrowUp: () => buttons.findLast(isOn(Node.DOCUMENT_POSITION_PRECEDING)) ?? field,
      // In a text they move within it.
      Home: () => (from === field ? undefined : buttons[0]),
      End: () => (from === field ? undefined : buttons.at(-1)),
    };
    const target = event.isComposing ? undefined : moves[event.key]?.();
    if (target === undefined) return;
    event.preventDefault();
    target.focus();
  }
  dialog.addEventListener('keydown', move);
}
