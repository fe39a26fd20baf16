/** A browser that the page works in from a version on. */
export interface LowestBrowser {
  /** As people know it, with those that are built on it. */
  readonly name: string;
  readonly version: string;
  /** When that version came out. */
  readonly since: string;
  /** What came with it that the page cannot do without. */
  readonly brought: string;
}

/**
 * The lowest versions of browsers. The page needs hashes of modules that hold (HTML, "Import maps", `integrity`: Chrome
 * 127, Firefox 138, Safari 18) and signatures that can be verified (Ed25519 in WebCrypto: Chrome 137, Firefox 129, Safari 17).
 */
export const lowestBrowsers: readonly LowestBrowser[] = [
  {
    name: 'Chrome, Edge, and others built on Chromium',
    version: '137',
    since: 'May 2025',
    brought: 'Ed25519 signatures in WebCrypto',
  },
  { name: 'Firefox', version: '138', since: 'April 2025', brought: 'hashes in import maps' },
  { name: 'Safari, on iOS too', version: '18', since: 'September 2024', brought: 'hashes in import maps' },
];
