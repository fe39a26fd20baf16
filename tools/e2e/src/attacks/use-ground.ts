import { afterAll, beforeAll } from 'vitest';
import { type Ground, openGround } from './ground.ts';

/** The ground of a file's tests, for when they run: opened before them and closed after them. */
export function useGround(): () => Ground {
  let ground: Ground;

  beforeAll(async () => {
    ground = await openGround();
  });

  afterAll(() => ground[Symbol.asyncDispose]());

  return () => ground;
}
