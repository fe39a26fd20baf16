/** Whether what stands under a key must stay writable: it is sealed, so that none of it can be taken away or made a trap. */
type IsOpen = (key: PropertyKey) => boolean;

type Secure = (value: object) => void;

/** What is hardened already, and what of it is open. */
const done = new WeakSet<object>();

/**
 * Makes what is handed out unchangeable, in place and at any depth: plain objects, lists, and functions with what they
 * carry. An instance of a class, such as the platform's `AbortSignal`, is left as it is.
 */
export function deepFreeze<Value>(value: Value, isOpen: IsOpen = () => false): Value {
  const walk = (one: object, secure: Secure) => {
    if (done.has(one)) return;
    done.add(one);
    secure(one);
    for (const key of Reflect.ownKeys(one)) {
      const { value, get, set } = Reflect.getOwnPropertyDescriptor(one, key) ?? {};
      for (const held of [value, get, set])
        if (isPlain(held) || (key === 'prototype' && held))
          walk(held, isOpen(key) ? Object.seal : Object.freeze);
    }
  };
  if (isPlain(value)) walk(value, Object.freeze);
  return value;
}

function isPlain(value: unknown): value is object {
  if (typeof value === 'function') return true;
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  // Of this realm or of another: no other prototype has it of its own.
  return Array.isArray(value) || prototype === null || Object.hasOwn(prototype, 'isPrototypeOf');
}

/** A copy of plain data that nobody can change, at any depth. */
export function toFrozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, entry]) => [key, toFrozen(entry)]);
  return Object.freeze(
    Array.isArray(value) ? entries.map(([, entry]) => entry) : Object.fromEntries(entries),
  );
}
