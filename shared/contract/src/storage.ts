/** Storage that only one family of one page sees. Values are texts; nothing secret belongs here. */
export interface ScopedStorage {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  remove(key: string): void;
}
