import { assert, assertSame, pause } from './assert.ts';
import { type Case, inUse, quietMs, Stage, toCase } from './stage.ts';

const rounds = 20;

/** Unmounting a remote. */
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
    // Listeners that a library adds once, at its first use, do not count.
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
  const stage = new Stage(subject);
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
function countListeners(targets: readonly EventTarget[]): { left(): string[]; stop(): void } {
  const counts = targets.map(countOn);
  return {
    left: () => counts.flatMap(({ left }) => left()),
    stop: () => {
      for (const { stop } of counts) stop();
    },
  };
}

function countOn(target: EventTarget) {
  /** By event and phase: a listener that is added twice counts once. */
  const added = new Map<string, Set<unknown>>();
  const { addEventListener, removeEventListener } = target;
  const listenersOf = (type: string, options?: boolean | AddEventListenerOptions) => {
    const isCapture = typeof options === 'object' ? options.capture === true : options === true;
    const key = `${type}${isCapture ? ' (capture)' : ''}`;
    const found = added.get(key) ?? new Set();
    added.set(key, found);
    return found;
  };

  target.addEventListener = (type, listener, options) => {
    addEventListener.call(target, type, listener, options);
    const { once, signal } = typeof options === 'object' ? options : {};
    const listeners = listenersOf(type, options);
    if (listener === null || signal?.aborted || listeners.has(listener)) return;
    listeners.add(listener);
    const forget = () => void listeners.delete(listener);
    signal?.addEventListener('abort', forget, { once: true });
    if (once) addEventListener.call(target, type, forget, { once: true });
  };
  target.removeEventListener = (type, listener, options) => {
    removeEventListener.call(target, type, listener, options);
    listenersOf(type, options).delete(listener);
  };
  return {
    left: () => [...added].flatMap(([key, listeners]) => Array.from(listeners, () => key)),
    stop() {
      Reflect.deleteProperty(target, 'addEventListener');
      Reflect.deleteProperty(target, 'removeEventListener');
    },
  };
}
