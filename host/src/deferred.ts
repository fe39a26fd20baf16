/** A promise with both its ends. Its rejection need not be heard. */
export interface Deferred<Value> {
  readonly promise: Promise<Value>;
  resolve(value: Value): void;
  reject(error: unknown): void;
}

/** A promise to be settled from outside: `Promise.withResolvers`, which Node 20 does not have. */
export function createDeferred<Value>(): Deferred<Value> {
  let ends: Pick<Deferred<Value>, 'resolve' | 'reject'> | undefined;
  const promise = new Promise<Value>((resolve, reject) => {
    ends = { resolve, reject };
  });
  promise.catch(() => undefined);
  return { promise, ...(ends as NonNullable<typeof ends>) };
}
