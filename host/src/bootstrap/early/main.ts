import { contractVersion, type FamilyId } from '@linkspan/contract';
import { deepFreeze, type NextFrame } from '@linkspan/store';
import type { FamilyConfig } from '../../config.ts';
import { closePolicies } from '../../csp/policy.ts';
import { hiddenFrameMs, shownFrameMs } from '../../limits.ts';
import { preloadConnector } from '../../loader/slot.ts';
import { keepLastUsed } from '../../session/remembered.ts';
import { openStorage, storagePrefix } from '../../storage.ts';
import { listedPrefix, recallListed } from '../../ui/dialog/await-listed.ts';
import { mountWalletDialog, type WalletDialog } from '../../ui/dialog/wallet-dialog.ts';
import { paintConnections } from '../../ui/paint-connections.ts';
import { dialogTexts } from '../../ui/texts/en-dialog.ts';
import type { EnterPage, StartHost } from '../hand-over.ts';
import { removeReloadMark } from '../inline/fail-page.ts';
import { uncover } from '../inline/show-failed.ts';
import { startEarly } from './start.ts';

/** The module of the practice wallets. */
interface Practice {
  announce(config: { readonly networks: Readonly<Record<FamilyId, FamilyConfig['networks']>> }): void;
}

/** Answers the early script in a task of its own: a slow processor hears the person in between. */
export async function openEarly(): Promise<EnterPage> {
  await new Promise((resolve) => setTimeout(resolve));
  return enter;
}

/**
 * Where a person waits for the host: the store, the wallets in the dialog, the presses.
 * What the early script needs of this document is gathered here.
 */
const enter: EnterPage = (arrival) => {
  const { config, hostModule } = arrival.page;
  // It is shared with every remote: nobody can change it.
  deepFreeze(config);
  const element = document.getElementById('connect') as HTMLDialogElement;
  let dialog: WalletDialog | undefined;
  const preload = (family: FamilyId) => preloadConnector(arrival.slots.get(family));
  const prepare = (family: FamilyId, walletId: string) => {
    preload(family);
    arrival.slots
      .get(family)
      ?.discovery.promise.then((discovery) => discovery.prepare?.(walletId))
      .catch(() => undefined);
  };
  const usedLast = openStorage(`${storagePrefix}last-used:`);
  const { store, paced, attempts, stream } = startEarly(arrival, {
    now: Date.now,
    lastUsed: usedLast.get,
    nextFrame,
    choose: (family: FamilyId) => dialog?.open(family),
    setSearch: (make) => dialog?.setSearch(make),
    preload,
    uncover: () => uncover(document),
    paint: (view) => paintConnections(view, document, dialogTexts.painted),
    untilSeen: () => untilSeen(element),
    removeReloadMark,
    // Not before the import map: to put it into the page takes such a policy.
    closePolicies: () => closePolicies(document, config.frames),
    loadHost: () => arrival.load(hostModule) as Promise<{ readonly start: StartHost }>,
    async startPractice() {
      if (config.practice === undefined) return;
      const practice = (await arrival.load(config.practice.module)) as Practice;
      practice.announce({
        networks: Object.fromEntries(config.families.map(({ id, networks }) => [id, networks])),
      });
    },
  });
  const { view } = store;
  const lastUsed = keepLastUsed(usedLast, view);
  const listed = openStorage(listedPrefix);
  dialog = mountWalletDialog(
    element,
    {
      ...{ view, listen: paced.listen, connect: attempts.start, prepare },
      ...{ identities: config.identities, lastUsed },
      listedBefore: (family) => recallListed(listed, family),
    },
    dialogTexts,
  );

  /** The page's public face: what is connected, told once a frame, and what happens; for reading, from any framework. */
  Object.defineProperty(globalThis, 'linkspan', {
    value: Object.freeze({ contract: contractVersion, view: paced.view, events: stream.events }),
  });
};

/** Settles when the dialog is closed, or waits for what the views show in it. */
export async function untilSeen(dialog: HTMLDialogElement): Promise<void> {
  if (!dialog.open || dialog.dataset.pairing) return;
  await new Promise((resolve) => {
    for (const type of ['close', 'pairing']) dialog.addEventListener(type, resolve, { once: true });
  });
}

/** Calls with the page's next frame, or a little later if there is none. */
export const nextFrame: NextFrame = (run) => {
  const once = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    run();
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, document.hidden ? hiddenFrameMs : shownFrameMs);
};
