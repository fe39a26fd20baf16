import type { InstantFamily } from './instant-family.ts';
import type { Notes } from './notes.ts';

/** Whether one wallet shows itself to this page. */
export interface Permission {
  /** What was approved before in this browser still is. */
  isGranted(): boolean;
  /** Approves at once, and notes the time before and after if it is the first time on this page. */
  ask(): void;
  revoke(): void;
}

/** Extensions keep their permissions per origin, and so does the page's own storage. */
const key = 'instant-wallets';

/** The permission of one family's wallet. */
export function createPermission(family: InstantFamily, { asked, approved }: Notes): Permission {
  const isGranted = () => read().includes(family);
  return {
    isGranted,
    ask() {
      asked[family] ??= performance.now();
      if (!isGranted()) write([...read(), family]);
      approved[family] ??= performance.now();
    },
    revoke: () => write(read().filter((one) => one !== family)),
  };
}

function read(): readonly string[] {
  return (localStorage.getItem(key) ?? '').split(' ').filter(Boolean);
}

function write(families: readonly string[]): void {
  localStorage.setItem(key, families.join(' '));
}
