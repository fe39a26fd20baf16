/** Whether the browser keeps what is written into this storage now: it can be full, switched off or missing. */
export function keepsStorage(open: () => Storage): boolean {
  const key = 'linkspan:try';
  try {
    const storage = open();
    storage.setItem(key, key);
    const isKept = storage.getItem(key) === key;
    storage.removeItem(key);
    return isKept;
  } catch {
    return false;
  }
}
