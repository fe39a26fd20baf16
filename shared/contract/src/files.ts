/**
 * The files of a remote's own release that no import brings: what the browser itself would load without looking at a
 * hash. Each is fetched against the hash that the signed manifest lists, and made of the very bytes that had it. Paths
 * are relative to the release, as the manifest has them. All reject with `loader/unlisted` for a path that it does not
 * list, `loader/altered`, `loader/unreachable` or `loader/timeout` where the file cannot be had, and
 * `loader/unreadable` where it is not what it is asked for as.
 */
export interface ReleaseFiles {
  /** What a JSON file says. */
  json(path: string): Promise<unknown>;
  /** A style of its own, in no document yet: to be added to `adoptedStyleSheets` of a document or a shadow root. */
  style(path: string): Promise<CSSStyleSheet>;
  /** A compiled module. Rejects with `loader/not-allowed` where the page's configuration does not allow `wasm`. */
  wasm(path: string): Promise<WebAssembly.Module>;
  /**
   * A classic worker of one file, which imports nothing. Rejects with `loader/not-allowed` where the page's
   * configuration does not allow `worker`.
   */
  worker(path: string): Promise<Worker>;
}
