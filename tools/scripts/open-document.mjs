import { afterAll } from 'vitest';
import { builtinEnvironments } from 'vitest/runtime';

// Files share a process and its modules, and each file has a window and a document of its own.
const before = new Set(Reflect.ownKeys(globalThis));
const { teardown } = await builtinEnvironments['happy-dom'].setup(globalThis, {});

// Vitest's fake timers replace only what was there when Vitest was loaded.
globalThis.requestAnimationFrame = (run) => Number(setTimeout(() => run(performance.now()), 16));
globalThis.cancelAnimationFrame = (id) => clearTimeout(id);

afterAll(async () => {
  await teardown(globalThis);
  for (const name of Reflect.ownKeys(globalThis))
    if (!before.has(name)) Reflect.deleteProperty(globalThis, name);
});
