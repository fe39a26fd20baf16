import { afterAll, beforeAll, describe } from 'vitest';
import { whenMissing } from '../place/not-run.ts';
import type { Engine, EngineKind } from './engine.ts';
import { chosenEngines } from './engines.ts';

/** An engine that has been started by the time a test runs. */
export interface StartedEngine extends Pick<Engine, 'open'> {
  readonly name: EngineKind['name'];
}

/**
 * Registers the same tests for every engine of the run. It is started before them and ended after them. The tests of an
 * engine that is not installed are skipped.
 */
export function describeEngines(define: (engine: StartedEngine) => void): void {
  for (const { name, isMissing, program, start } of chosenEngines) {
    const options = isMissing && program ? whenMissing(program) : {};
    describe.skipIf(isMissing)(`in ${name}`, options, () => {
      let started: Engine;

      beforeAll(async () => {
        started = await start();
      });

      afterAll(() => started[Symbol.asyncDispose]());

      define({ name, open: (session) => started.open(session) });
    });
  }
}
