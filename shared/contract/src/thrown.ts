/**
 * Readers of foreign values: a wallet, a remote or a page's script can throw any object, also a proxy whose traps throw. No
 * other code reads such a value or its class.
 */

/** The limit of a message, in characters: a wallet can throw a text of any length. */
const mostRead = 20_000;

/** The result of `read`; undefined if it throws. */
export function tryTo<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** A field of a possible object; undefined if there is none, or if reading it throws. Cannot throw. */
export function field(value: unknown, key: PropertyKey): unknown {
  return tryTo(() => (Object(value) === value ? (value as Record<PropertyKey, unknown>)[key] : undefined));
}

/** The names of an object's own fields, at most so many; none if they cannot be read. Cannot throw. */
export function keysOf(value: unknown, max: number): readonly string[] {
  return tryTo(() => (Object(value) === value ? Object.keys(value as object).slice(0, max) : [])) ?? [];
}

/**
 * The entries of a possible list; undefined for anything else, and for a list that is unreadable or claims to have more
 * than `max`. Holes are undefined. Cannot throw.
 */
export function toList(value: unknown, max = 1_000): readonly unknown[] | undefined {
  return tryTo(() => {
    const length = Array.isArray(value) ? Number(value.length) : Number.NaN;
    return length <= max ? Array.from({ length }, (_, at) => (value as unknown[])[at]) : undefined;
  });
}

/** Whether a value is an instance of a class; false if asking throws. Cannot throw. */
export function isA<Instance>(
  value: unknown,
  type: abstract new (...given: never) => Instance,
): value is Instance {
  return tryTo(() => value instanceof type) === true;
}

/** The message of a thrown value, or the thrown text: at most 20,000 characters, else empty. Cannot throw. */
export function messageOf(thrown: unknown): string {
  const said = typeof thrown === 'string' ? thrown : field(thrown, 'message');
  return typeof said === 'string' ? said.slice(0, mostRead) : '';
}
