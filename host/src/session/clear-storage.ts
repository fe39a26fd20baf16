/** What everything that the shell stores begins with, whatever its form. */
const own = 'linkspan:';

/** Takes all that the shell keeps out of a storage, and nothing else of the origin. A storage that is blocked has nothing. */
export function clearStorage(reach: () => Storage): void {
  try {
    const storage = reach();
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
    for (const key of keys) if (key.startsWith(own)) storage.removeItem(key);
  } catch {
    // Blocked.
  }
}
