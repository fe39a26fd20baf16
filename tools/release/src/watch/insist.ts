import type { Means } from '../verb.ts';
import { isUnreachable } from './is-unreachable.ts';

const tries = 10;
const pauseMs = 60_000;

/** Does what cannot be left undone, once a minute while the store is away. Rejects with its last failure. */
export async function insist<T>(
  { wait, progress }: Pick<Means, 'wait' | 'progress'>,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isUnreachable(error) || attempt === tries) throw error;
      progress('The store does not answer, and the release is to be taken back. Next try in a minute');
      await wait(pauseMs);
    }
  }
}
