/** What a promise rejects with, or a function throws; fails if nothing is refused. */
export async function refused(work: Promise<unknown> | (() => unknown)): Promise<unknown> {
  let answer: unknown;
  try {
    answer = await (typeof work === 'function' ? work() : work);
  } catch (error) {
    return error;
  }
  throw new Error(`Nothing was refused: ${JSON.stringify(answer)}`);
}
