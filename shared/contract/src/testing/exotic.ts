/** What a hostile wallet or remote can throw or answer. Each call makes new ones: some can be read once only. */
export const exotic: readonly (readonly [name: string, make: () => unknown])[] = [
  ['a proxy whose traps throw such a proxy', () => new Proxy({}, allTraps(throwProxy))],
  ['a revoked proxy', revoked],
  ['an error whose getters throw', () => withGetters(new TypeError())],
  ['an error with a chain of causes that never ends', () => endless(() => ({}))],
  ['a symbol', () => Symbol('no')],
];

/** Thenables that never settle: waiting for one needs a deadline. */
export const endlessThenable = (): unknown => thenable({ value: () => undefined });

function thenable(then: PropertyDescriptor): unknown {
  return Object.defineProperty({}, 'then', then);
}

function throwPlain(): never {
  throw new Error('a trap');
}

function throwProxy(): never {
  throw new Proxy({}, allTraps(throwPlain));
}

function allTraps(trap: () => never): ProxyHandler<object> {
  const names = [
    'apply',
    'construct',
    'defineProperty',
    'deleteProperty',
    'get',
    'getOwnPropertyDescriptor',
    'getPrototypeOf',
    'has',
    'isExtensible',
    'ownKeys',
    'preventExtensions',
    'set',
    'setPrototypeOf',
  ] as const;
  return Object.fromEntries(names.map((name) => [name, trap]));
}

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

/** The stack first: V8 makes it of name and message when it is first touched. */
function withGetters<Target extends object>(target: Target): Target {
  for (const name of ['stack', 'name', 'message', 'code', 'context', 'cause', 'data', 'error', 'toString'])
    Object.defineProperty(target, name, { get: throwProxy, configurable: true });
  return target;
}

function endless(make: () => object): object {
  const getter = { get: () => endless(make) };
  return Object.defineProperties(make(), { cause: getter, error: getter, data: getter });
}
