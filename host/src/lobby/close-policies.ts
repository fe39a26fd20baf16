/**
 * Lets nobody make another Trusted Types policy. The page's headers allow each name once, but once in each realm: a frame
 * of the page has names of its own, and is held to what the page is held to when the frame is made. What was made goes on.
 * To be called before any remote runs.
 */
export function closePolicies(document: Document): void {
  const httpEquiv = 'Content-Security-Policy';
  const meta = Object.assign(document.createElement('meta'), { httpEquiv, content: "trusted-types 'none'" });
  document.head.append(meta);
}
