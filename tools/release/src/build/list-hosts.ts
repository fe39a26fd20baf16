/** The hosts that the files name in addresses, each once, sorted. A text that is put together is not seen. */
export function listHosts(contents: ReadonlyMap<string, Uint8Array>): readonly string[] {
  const hosts = [...contents.values()].flatMap((bytes) => {
    const found = new TextDecoder()
      .decode(bytes)
      .matchAll(/\b(?:https?|wss?):\/\/([a-z0-9][\w.-]*\w(?::\d+)?)/gi);
    return [...found].map(([, host = '']) => host.toLowerCase());
  });
  return [...new Set(hosts)].sort();
}
