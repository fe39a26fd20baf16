const frozen = new WeakSet<object>();

/**
 * Freezes a value in place and at any depth: plain objects, lists, and functions with their properties. An instance of a
 * class, such as the platform's `AbortSignal`, stays as it is. A value under a key that `isWritable` names is sealed: its
 * fields can be written, but not removed or made getters.
 */
export function deepFreeze<Value>(
  value: Value,
  isWritable: (key: PropertyKey) => boolean = () => false,
): Value {
  const visit = (one: object, secure: (value: object) => void) => {
    if (frozen.has(one)) return;
    frozen.add(one);
    secure(one);
    for (const key of Reflect.ownKeys(one)) {
      const property = Reflect.getOwnPropertyDescriptor(one, key);
      for (const held of [property?.value, property?.get, property?.set])
        if (isPlain(held) || (key === 'prototype' && held))
          visit(held, isWritable(key) ? Object.seal : Object.freeze);
    }
  };
  if (isPlain(value)) visit(value, Object.freeze);
  return value;
}

function isPlain(value: unknown): value is object {
  if (typeof value === 'function') return true;
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  // Of this realm or of another: only `Object.prototype` has this method of its own.
  return Array.isArray(value) || prototype === null || Object.hasOwn(prototype, 'isPrototypeOf');
}
