import { elementNames, platformNames } from './intrinsics.ts';

/** Libraries and engines write to these themselves: `Error.stackTraceLimit`, `Symbol.observable`. */
const openMakers = ['Error', 'Symbol'];

/** By these an engine takes its short ways, for as long as they are plain properties. */
const plain: readonly PropertyKey[] = ['next', 'then'];

/**
 * And by the `constructor` of these. The heirs of all others may be assigned one: by inheritance written by hand or made
 * of classes, and by core-js, which tries it on a promise and replaces all promises where that throws.
 */
const plainConstructors = ['Array', 'ArrayBuffer', 'Uint8Array'];

/**
 * Makes what all modules share of the language and the browser such that none can replace it for the others: lists,
 * promises, signatures, fetching, timers, the elements of a page. To be called before any remote runs.
 *
 * Objects that inherit from it may still be assigned methods of their own. Not so elements, the document and the
 * navigator, nor what writes numbers and days: in strict code, to assign one of them a method that it inherits throws;
 * to define one works, as in a class. `constructor` can be assigned to heirs of elements too. To assign something to the
 * prototype of elements itself throws there as well, also what it has already.
 */
export function lockPlatform(scope: typeof globalThis): void {
  for (const writer of toWriters(scope)) freeze(writer);
  for (const hidden of toHidden(scope)) lockPrototype(hidden, ['constructor', ...plain]);
  for (const name of platformNames) {
    const maker = Reflect.getOwnPropertyDescriptor(scope, name)?.value;
    const { prototype } = Object(maker);
    const fixed = plainConstructors.includes(name) ? ['constructor', ...plain] : plain;
    if (prototype !== undefined) {
      if (elementNames.includes(name)) lockElements(prototype, maker);
      else lockPrototype(prototype, fixed);
    }
    if (maker !== undefined && !openMakers.includes(name)) freeze(maker);
  }
  // Not only what they inherit: a property of their own would hide it.
  const { crypto }: Partial<typeof globalThis> = scope;
  for (const one of [crypto, crypto?.subtle]) if (one) Object.freeze(one);
  for (const name of platformNames) lockName(scope, name);
}

/** Prototypes without a global name: of typed arrays, and of what `for … of` and `…` use. */
function toHidden(scope: typeof globalThis): readonly object[] {
  const lists = [new scope.Array(), new scope.Map(), new scope.Set(), new scope.String()];
  const iterators = lists.map((list) => Object.getPrototypeOf(list[Symbol.iterator]()));
  const typed = Object.getPrototypeOf(scope.Uint8Array);
  return [...iterators, Object.getPrototypeOf(iterators[0]), typed.prototype];
}

/** Prototypes of what writes numbers and days. */
function toWriters(scope: typeof globalThis): readonly object[] {
  const makers = Reflect.ownKeys(scope.Intl).map((name) => Object(Reflect.get(scope.Intl, name)));
  return makers.flatMap(({ prototype }) => prototype ?? []);
}

/**
 * Looks at no property but one: V8 keeps a function for each getter and setter that was looked at, and elements have
 * hundreds. So their methods are not frozen themselves: the host calls none of them by its `call`, and React
 * none that the views use.
 */
function lockElements(prototype: object, maker: unknown): void {
  letHeirsOwn(prototype, 'constructor', maker);
  Object.freeze(prototype);
}

function lockPrototype(prototype: object, fixed: readonly PropertyKey[]): void {
  for (const key of Reflect.ownKeys(prototype)) {
    const property = Reflect.getOwnPropertyDescriptor(prototype, key);
    if (property === undefined || !('value' in property)) continue;
    const { value } = property;
    if (isMethod(key, value)) Object.freeze(value);
    if (typeof key === 'string' && !fixed.includes(key)) letHeirsOwn(prototype, key, value);
  }
  Object.freeze(prototype);
}

/**
 * Where a frozen object has a value, what inherits from it cannot be assigned its own; where it has a getter, it can.
 * What is locked already stays as it is.
 */
function letHeirsOwn(prototype: object, key: string, value: unknown): void {
  // Whether it can be enumerated stays as it was.
  Reflect.defineProperty(prototype, key, {
    get: () => value,
    // Without an error where it is the prototype itself: core-js writes over `Function.prototype.toString`.
    set(own: unknown) {
      Reflect.defineProperty(Object(this), key, {
        value: own,
        writable: true,
        enumerable: true,
        configurable: true,
      });
    },
  });
}

/** Freezes an object with its methods. */
function freeze(one: object): void {
  for (const key of Reflect.ownKeys(one)) {
    const value = Reflect.getOwnPropertyDescriptor(one, key)?.value;
    if (isMethod(key, value)) Object.freeze(value);
  }
  Object.freeze(one);
}

function isMethod(key: PropertyKey, value: unknown): boolean {
  return key !== 'constructor' && typeof value === 'function';
}

function lockName(scope: object, name: string): void {
  const property = Reflect.getOwnPropertyDescriptor(scope, name);
  if (property === undefined) return;
  const locked = { ...property, configurable: false };
  Reflect.defineProperty(scope, name, 'value' in property ? { ...locked, writable: false } : locked);
}
