const platform = [Object, Function, Array, AbortSignal, EventTarget, async () => {}].map((maker) =>
  typeof maker === 'function' && maker.prototype ? maker.prototype : Object.getPrototypeOf(maker),
);

/**
 * The paths of all objects that are not frozen and reachable by properties, accessors and prototypes, except the
 * platform's prototypes and the inside of an `AbortSignal`.
 */
export function listWritable(handed: unknown): readonly string[] {
  const found: string[] = [];
  const seen = new Set<unknown>(platform);
  const walk = (one: unknown, path: string) => {
    if ((typeof one !== 'object' && typeof one !== 'function') || one === null || seen.has(one)) return;
    seen.add(one);
    if (!Object.isFrozen(one)) found.push(path);
    if (one instanceof AbortSignal) return;
    walk(Object.getPrototypeOf(one), `${path}.[[Prototype]]`);
    for (const key of Reflect.ownKeys(one)) {
      const { value, get, set } = Object.getOwnPropertyDescriptor(one, key) ?? {};
      for (const held of [value, get, set]) walk(held, `${path}.${String(key)}`);
    }
  };
  walk(handed, 'handed');
  return found;
}
