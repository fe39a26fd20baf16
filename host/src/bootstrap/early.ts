import { bringUp } from './bring-up.ts';
import { createPage, definePublic, enterPage } from './create-page.ts';

// The early script: the store, the wallets in the dialog, and presses on them, before the host module has loaded.

enterPage((opened) => {
  const page = createPage(opened);
  definePublic(page);
  void bringUp(page);
});
