/** A promise that is settled from outside. */
export interface Deferred<Value> {
  readonly promise: Promise<Value>;
  resolve(value: Value): void;
  reject(error: unknown): void;
}

export function createDeferred<Value = void>(): Deferred<Value> {
  const ends: Partial<Deferred<Value>> = {};
  const promise = new Promise<Value>((resolve, reject) => {
    Object.assign(ends, { resolve, reject });
  });
  return Object.assign(ends, { promise }) as Deferred<Value>;
}

/** Settles once a value of the view is as wanted. */
export function until<Value>(
  readable: { subscribe(listener: (value: Value) => void): () => void },
  isWanted: (value: Value) => boolean,
): Promise<Value> {
  return new Promise((resolve) => {
    let stop = () => {};
    const look = (value: Value) => {
      if (!isWanted(value)) return;
      resolve(value);
      queueMicrotask(() => stop());
    };
    stop = readable.subscribe(look);
  });
}

/** Lets one turn of the event loop pass. */
export const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Lets what has arrived be worked through: so many turns, however long they take. */
export async function turns(count = 20): Promise<void> {
  for (let at = 0; at < count; at += 1) await turn();
}
