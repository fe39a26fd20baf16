/** Which sends are being asked for by a page that is alive, in whatever tab. */
export interface Asking {
  /** Says so of a send of this page; returns what takes it back. The browser does, where the page is gone. */
  hold(id: string): () => void;
  /** Whether this page is asking for it. */
  isOwn(id: string): boolean;
  /** The ids of all of them. */
  held(): Promise<ReadonlySet<string>>;
}

const prefix = 'linkspan:1:send:';

/** By the Web Locks API, whose locks end with their page, however it ends; without it, each page knows its own alone. */
export function openAsking(locks: Pick<LockManager, 'request' | 'query'> | undefined): Asking {
  const own = new Set<string>();
  /** Let go of by this page: the browser tells of their locks for a moment longer. */
  const over = new Set<string>();
  return {
    isOwn: (id) => own.has(id),
    hold(id) {
      own.add(id);
      let letGo: () => void = () => undefined;
      const untilOver = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      locks?.request(prefix + id, () => untilOver).catch(() => undefined);
      return () => {
        own.delete(id);
        over.add(id);
        letGo();
      };
    },
    async held() {
      const { held = [] } = (await locks?.query().catch(() => undefined)) ?? {};
      const names = held.map(({ name = '' }) => name).filter((name) => name.startsWith(prefix));
      const ids = names.map((name) => name.slice(prefix.length)).filter((id) => !over.has(id));
      return new Set([...own, ...ids]);
    },
  };
}
