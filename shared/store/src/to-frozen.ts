/** A copy of plain data that nobody can change, at any depth. */
export function toFrozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, entry]) => [key, toFrozen(entry)]);
  return Object.freeze(
    Array.isArray(value) ? entries.map(([, entry]) => entry) : Object.fromEntries(entries),
  );
}
