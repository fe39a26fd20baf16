import type { FamilyId } from '@linkspan/contract';
import { createDeferred } from '../async.ts';
import type { PageState, Shell } from '../commands/shell.ts';
import { listenAll } from '../ui/facts.ts';
import type { Page } from './page.ts';

/** Events of a person who does more than look at the page. */
const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'wheel', 'scroll'];

/** See `Host.needed`: a page that nobody touches loads no React, of 90 kB with all views. */
export async function untilNeeded(
  { store: { view }, data: { config } }: Pick<Page, 'store' | 'data'>,
  {
    activity,
    isOffline,
    isStorageUnavailable,
  }: Pick<PageState, 'isOffline' | 'isStorageUnavailable'> & Pick<Shell, 'activity'>,
): Promise<void> {
  const isSpecial = (id: FamilyId) => {
    const { connection, attempt, remote, releaseStatus } = view.family(id);
    const [connected, loaded] = [connection.get(), remote.get()];
    return (
      connected.status !== 'disconnected' ||
      connected.failure !== undefined ||
      attempt.get().state !== 'none' ||
      loaded.stage === 'failed' ||
      ('release' in loaded && loaded.release?.insteadOf !== undefined) ||
      releaseStatus.get().state !== 'current'
    );
  };
  const isNeeded = () =>
    config.development !== undefined ||
    isOffline.get() ||
    isStorageUnavailable.get() ||
    activity.get().length > 0 ||
    view.families.some(isSpecial);
  const needed = createDeferred<void>();
  const look = () => void (isNeeded() && needed.resolve());
  const facts = view.families.flatMap((id) => {
    const { connection, attempt, remote, releaseStatus } = view.family(id);
    return [connection, attempt, remote, releaseStatus];
  });
  const end = listenAll([...facts, activity, isOffline, isStorageUnavailable], look);
  const control = new AbortController();
  const options = { capture: true, passive: true, signal: control.signal };
  for (const sign of signs) window.addEventListener(sign, () => needed.resolve(), options);
  look();
  await needed.promise;
  end();
  control.abort();
}
