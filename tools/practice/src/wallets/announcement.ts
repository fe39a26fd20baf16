import type { WalletCore } from './wallet-core.ts';
import { createLife, type Life } from './wallet-life.ts';

/** What an update of the extension does with what was announced: withdraws it, or leaves it there, dead. */
export type UpdateKind = 'clean' | 'stale';

/** Makes an object of a wallet. What it answers announces the object, and that answers how to withdraw it. */
export type MakeAnnounced = (life: Life, times: 1 | 2) => () => () => void;

/**
 * Announces a wallet as its switches have it: once, twice, or beside another object that claims the same. On the
 * command `update` all of them die and a new one is announced. After a withdrawal the same object comes back, unless
 * what it claims has changed.
 */
export function createAnnouncement(core: WalletCore, make: MakeAnnounced): () => () => void {
  let first: Made | undefined;

  const bring = () => {
    const looks = toLooks(core);
    const life = createLife(core);
    return { looks, life, open: make(life, looks.startsWith('same') ? 2 : 1) };
  };
  return () => {
    first = first?.looks === toLooks(core) ? first : bring();
    const twin = core.store.get().switches.announcesTwice === 'another' ? [bring()] : [];
    let here = [first, ...twin].map(open);
    const stale: (() => void)[] = [];
    const update = (kind: UpdateKind) => {
      for (const { life, close } of here) {
        life.end();
        if (kind === 'clean') close();
        else stale.push(close);
      }
      first = bring();
      here = [open(first)];
    };
    core.commands.on('update', update);
    return () => {
      core.commands.off('update', update);
      for (const close of [...here.map((one) => one.close), ...stale]) close();
    };
  };
}

interface Made {
  readonly looks: string;
  readonly life: Life;
  readonly open: () => () => void;
}

function open({ life, open }: Made) {
  return { life, close: open() };
}

function toLooks({ store }: WalletCore): string {
  const { announcesTwice, icon, poses } = store.get().switches;
  return [announcesTwice, icon, poses].join();
}
