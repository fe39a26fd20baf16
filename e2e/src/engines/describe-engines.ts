import { afterAll, beforeAll, describe } from 'vitest';
import type { Engine, EngineKind } from './engine.ts';
import { engines } from './engines.ts';

/** An engine that has been started by the time a test runs. */
export interface StartedEngine extends Pick<Engine, 'open'> {
  readonly name: EngineKind['name'];
}

/**
 * Describes every engine by the same tests. It is started before them and ended after them; where it cannot be had, they
 * are not run.
 */
export function describeEngines(define: (engine: StartedEngine) => void): void {
  for (const kind of engines) {
    const { name, missing } = kind;
    describe.skipIf(missing)(`in ${name}${missing ? `, not run: ${missing}` : ''}`, () => {
      let started: Engine;

      beforeAll(async () => {
        started = await kind.start();
      });

      afterAll(() => started[Symbol.asyncDispose]());

      define({ name, open: (options) => started.open(options) });
    });
  }
}
