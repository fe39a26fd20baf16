/**
 * Lets nobody make another Trusted Types policy. The page's headers allow each name once, but once in each realm: a frame
 * of the page has names of its own, and is held to what the page is held to when the frame is made. What was made goes on.
 * No frame and no object either: WebKit holds one of a `blob:` address to the last `<meta>` policy alone. To be called
 * before any remote runs.
 */
export function closePolicies(document: Document): void {
  const httpEquiv = 'Content-Security-Policy';
  const content = "trusted-types 'none'; frame-src 'none'; object-src 'none'";
  document.head.append(Object.assign(document.createElement('meta'), { httpEquiv, content }));
}
