const form = /^linkspan:(\d+):/;

/**
 * Takes what a former version of this page has stored in another form out of the browser's storage. What a later one
 * has stored stays, for the page may be rolled forward again. There is no older form to be read yet.
 */
export function dropOlder(storage: Pick<Storage, 'key' | 'length' | 'removeItem'>, current: number): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys) {
    const [, version] = form.exec(key) ?? [];
    if (version !== undefined && Number(version) < current) storage.removeItem(key);
  }
}
