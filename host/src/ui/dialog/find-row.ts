/** A listed wallet's button in the dialog. A wallet's id may be any text, so no selector is made of it. */
export function findRow(dialog: HTMLElement, family?: string, wallet?: string): HTMLElement | undefined {
  const rows = [...dialog.querySelectorAll<HTMLElement>('[data-wallet]')];
  return rows.find(({ dataset }) => dataset.wallet === wallet && dataset.family === family);
}
