/** Whether two facts say the same: plain data, field by field, at any depth. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const keys = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(fieldOf(one, key), fieldOf(other, key)))
  );
}

function fieldOf(of: object, key: string): unknown {
  return (of as Record<string, unknown>)[key];
}
