import type { Readable } from '@linkspan/contract';
import { toReadable } from '@linkspan/store';
import { atom } from 'nanostores';

/** What tells whether the device has a network at all: HTML, "Browser state". */
export interface Line {
  readonly navigator: Pick<Navigator, 'onLine'>;
  readonly window: Pick<Window, 'addEventListener'>;
}

/** Whether the device is certain to have no network. That it has one says nothing of who can be reached. */
export function watchOffline({ navigator, window }: Line): Readable<boolean> {
  const $isOffline = atom(!navigator.onLine);
  const look = () => $isOffline.set(!navigator.onLine);
  window.addEventListener('online', look);
  window.addEventListener('offline', look);
  return toReadable($isOffline);
}
