const platform = [Object, Function, Array, AbortSignal, EventTarget, async () => {}].map((maker) =>
  typeof maker === 'function' && maker.prototype ? maker.prototype : Object.getPrototypeOf(maker),
);

/**
 * The paths of all that can be changed from what is handed out: whatever its properties, what reads and writes them,
 * and its prototypes lead to. The platform's own prototypes are left out, and what is inside of an `AbortSignal`.
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
