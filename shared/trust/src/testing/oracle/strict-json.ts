/** The JSON value that bytes are, or undefined where any of the rules for strict JSON is broken. */
export function strictJson(bytes: Uint8Array, mostBytes: number): unknown {
  const text = Buffer.from(bytes).toString('utf8');
  // Bytes that are no UTF-8 do not come back.
  if (bytes.length > mostBytes || Buffer.compare(Buffer.from(text), bytes) !== 0) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isOnceAndShallow(text) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Walks through text that is known to be JSON, with the keys of each object that is open. */
function isOnceAndShallow(text: string): boolean {
  const open: Set<string>[] = [];
  let last = '';
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:]/g)) {
    if (token === '{' || token === '[') open.push(new Set());
    if (token === '}' || token === ']') open.pop();
    if (open.length > 12) return false;
    if (token === ':') {
      const key = JSON.parse(last) as string;
      const keys = open.at(-1);
      if (keys?.has(key)) return false;
      keys?.add(key);
    }
    last = token;
  }
  return true;
}
