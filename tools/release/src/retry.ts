/**
 * Does work anew, from what is there by then, where somebody else was first; for changes that go with any other.
 * `tries` is how often in all. Rejects with what the last try rejects with.
 */
export async function tryAnew<T>(
  work: () => Promise<T>,
  { isLost, tries }: { readonly isLost: (error: unknown) => boolean; readonly tries: number },
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (tries <= 1 || !isLost(error)) throw error;
    return tryAnew(work, { isLost, tries: tries - 1 });
  }
}
