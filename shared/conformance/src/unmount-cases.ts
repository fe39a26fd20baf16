import { assert, assertSame, pause } from './assert.ts';
import { type Case, inUse, openStage, quietMs, type Stage, toCase } from './stage.ts';

const rounds = 20;

/** How a remote leaves the page. */
export const unmountCases: readonly Case[] = [
  toCase('unmounts at once, and publishes nothing by it or after it', async (stage) => {
    await stage.connect();
    const published = stage.recorder.published();
    assertSame(stage.handle().unmount() as unknown, undefined, 'what unmount answers');
    await stage.subject.wallet.useAnotherAccount();
    await stage.subject.wallet.revoke();
    await pause(quietMs);
    assertSame(stage.recorder.published(), published, 'the number of publishes');
  }),

  toCase('publishes nothing of an adoption that it is unmounted in', async (stage) => {
    const approved = await stage.attempt();
    const adoption = stage.handle().adopt(approved, stage.lease);
    stage.handle().unmount();
    const published = stage.recorder.published();
    await stage.within(adoption, 'adopt does not settle').catch(() => undefined);
    await pause(quietMs);
    assertSame(stage.recorder.published(), published, 'the number of publishes');
  }),

  toCase('mounts again after it was unmounted, and adopts without a prompt', async (stage) => {
    const before = inUse(await stage.connect());
    const asked = stage.subject.wallet.prompts();
    stage.close();
    await again(stage, async (next) => {
      assertSame(inUse(next.connected()), before, 'the account in use');
      await stage.subject.wallet.useAnotherAccount();
      await next.awaited(
        next.recorder.own.connection,
        (connection) => 'accounts' in connection && connection.accounts[0] !== before,
        "the second mount does not follow the wallet's account",
      );
    });
    assertSame(stage.subject.wallet.prompts(), asked, 'the number of prompts');
  }),

  toCase(`leaves no listener behind after ${rounds} mounts and unmounts`, async (stage) => {
    await stage.connect();
    stage.close();
    // What a library adds once, at its first use, is not counted.
    await again(stage, async () => undefined);
    const listeners = countListeners(stage.subject.targets);
    try {
      for (let round = 0; round < rounds; round++) await again(stage, async () => undefined);
      const left = listeners.left();
      assert(left.length === 0, `${left.length} are left: ${[...new Set(left)]}`);
    } finally {
      listeners.stop();
    }
  }),
];

/** Discovers, mounts, restores and adopts as after a reload, and leaves again. */
async function again({ subject }: Stage, play: (stage: Stage) => Promise<void>): Promise<void> {
  const stage = openStage(subject);
  try {
    const approved = await stage.restore();
    assert(approved !== undefined, 'nothing was restored');
    await stage.within(stage.handle().adopt(approved, stage.lease), 'adopt does not settle');
    await play(stage);
  } finally {
    stage.close();
  }
}

/** Counts the listeners that are added to these targets from now on and not taken away again. */
export function countListeners(targets: readonly EventTarget[]): { left(): string[]; stop(): void } {
  const counts = targets.map(countOn);
  return {
    left: () => counts.flatMap(({ left }) => left()),
    stop: () => {
      for (const { stop } of counts) stop();
    },
  };
}

interface Entry {
  readonly type: string;
  readonly listener: unknown;
  readonly capture: boolean;
}

function countOn(target: EventTarget) {
  const entries = new Set<Entry>();
  const { addEventListener, removeEventListener } = target;
  const find = (type: string, listener: unknown, capture: boolean) =>
    [...entries].find((one) => one.type === type && one.listener === listener && one.capture === capture);
  const forget = (entry: Entry | undefined) => {
    if (entry !== undefined) entries.delete(entry);
  };

  target.addEventListener = (type, listener, options) => {
    addEventListener.call(target, type, listener, options);
    const { once, signal } = typeof options === 'object' ? options : {};
    if (listener === null || signal?.aborted || find(type, listener, isCapture(options))) return;
    const entry = { type, listener, capture: isCapture(options) };
    entries.add(entry);
    signal?.addEventListener('abort', () => forget(entry), { once: true });
    if (once) addEventListener.call(target, type, () => forget(entry), { once: true });
  };
  target.removeEventListener = (type, listener, options) => {
    removeEventListener.call(target, type, listener, options);
    forget(find(type, listener, isCapture(options)));
  };
  return {
    left: () => [...entries].map(({ type }) => type),
    stop() {
      Reflect.deleteProperty(target, 'addEventListener');
      Reflect.deleteProperty(target, 'removeEventListener');
    },
  };
}

function isCapture(options: boolean | EventListenerOptions | undefined): boolean {
  return typeof options === 'object' ? options.capture === true : options === true;
}
