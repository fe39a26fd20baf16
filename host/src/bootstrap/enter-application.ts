import { createDeferred } from '../async.ts';
import { defineElements } from '../ui/application-elements.ts';
import { bringUp } from './bring-up.ts';
import { createPage, definePublic } from './create-page.ts';
import type { EnterPage, Page } from './page.ts';
import { createShell } from './shell.ts';

/** Brings up an application's page: as any other, with the application's elements and its way to the wallets. */
export const enterApplication: EnterPage = (opened) => {
  const made = createPage(opened);
  const wanted = createDeferred<void>();
  const shell = createShell({ ...made, wanted }, () => accounts);
  const accounts = defineElements({
    root: opened.root as HTMLElement,
    families: opened.data.config.families,
    store: made.store,
    request: shell.request,
    choose: () => made.dialog.open(),
  });
  const page: Page = { ...made, accounts, wanted };
  definePublic(page);
  opened.offer?.resolve(shell);
  void bringUp(page);
};
