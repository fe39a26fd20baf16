import { expect, it } from 'vitest';
import { untilSeen } from './main.ts';

function openDialog() {
  const dialog = document.body.appendChild(document.createElement('dialog'));
  dialog.showModal();
  return dialog;
}

it('waits until the open dialog is closed', async () => {
  const dialog = openDialog();
  let isSeen = false;
  const seen = untilSeen(dialog).then(() => (isSeen = true));
  await new Promise((resolve) => setTimeout(resolve));
  expect(isSeen).toBe(false);
  dialog.close();
  await seen;
});

it('waits no longer once a wallet is paired, which the views show in the dialog', async () => {
  const dialog = openDialog();
  const seen = untilSeen(dialog);
  dialog.dataset.pairing = 'evm';
  dialog.dispatchEvent(new Event('pairing'));
  await seen;
  await untilSeen(dialog);
});
