import type { Release } from '../releases/release.ts';

/** Has the browser set up a connection to each server of these releases, which takes as long as three requests on it. */
export function setUpConnections(releases: readonly Release[], { head }: Pick<Document, 'head'>): void {
  const origins = new Set(releases.map(({ url }) => new URL(url).origin));
  for (const href of origins) {
    const link = Object.assign(head.ownerDocument.createElement('link'), { rel: 'preconnect', href });
    // As connectors' files are asked for: without credentials of another origin.
    link.crossOrigin = 'anonymous';
    head.append(link);
  }
}
