/** What a hostile wallet or remote can throw or answer. Each call makes new ones: some can be read once only. */
export const exotic: readonly (readonly [name: string, make: () => unknown])[] = [
  ['a proxy whose traps throw', () => new Proxy({}, allTraps(throwPlain))],
  ['a proxy whose traps throw such a proxy', () => new Proxy({}, allTraps(throwProxy))],
  ['a proxy of an error whose traps throw', () => new Proxy(new TypeError('no'), allTraps(throwProxy))],
  ['a proxy of a function whose traps throw', () => new Proxy(() => undefined, allTraps(throwProxy))],
  ...(['get', 'has', 'ownKeys', 'getPrototypeOf', 'getOwnPropertyDescriptor'] as const).map(
    (trap) =>
      [`a proxy whose ${trap} throws`, () => new Proxy(new Error('no'), { [trap]: throwProxy })] as const,
  ),
  ['a revoked proxy', revoked],
  ['a revoked proxy of a list', () => revoked([])],
  ['an object whose getters throw', () => withGetters({})],
  ['an error whose getters throw', () => withGetters(new TypeError())],
  ['an error of a class whose getters throw', () => new Trapped()],
  ['an error whose stack throws', () => Object.defineProperty(new Error('no'), 'stack', { get: throwPlain })],
  [
    'an error whose message is an object',
    () => Object.assign(new Error(), { message: { toString: throwPlain } }),
  ],
  [
    'an error whose message is a proxy',
    () => Object.assign(new Error(), { message: new Proxy({}, allTraps(throwProxy)) }),
  ],
  [
    'an error whose code and context are proxies',
    () => Object.assign(new Error(), { code: revoked(), context: revoked() }),
  ],
  [
    'an error whose context cannot be listed',
    () => ({ code: 'wallet/failed', context: new Proxy({}, { ownKeys: throwProxy }) }),
  ],
  [
    'an object whose texts throw',
    () => ({
      toString: throwPlain,
      valueOf: throwPlain,
      toJSON: throwPlain,
      [Symbol.toPrimitive]: throwPlain,
    }),
  ],
  ['an object without a prototype', () => Object.create(null)],
  ['an error that is its own cause', ownCause],
  ['an error with a chain of causes that never ends', () => endless(() => ({}))],
  ['an object with a code that is another at each reading', changing],
  ['a symbol', () => Symbol('no')],
  ['a big integer', () => 7n],
  ['nothing', () => undefined],
  ['null', () => null],
  ['a very long text', () => 'no '.repeat(1_000_000)],
  ['an error with a very long text', () => new Error('no '.repeat(1_000_000))],
  ['a function', () => () => undefined],
  ['a thenable that throws', () => thenable({ value: throwPlain })],
  [
    'a thenable whose `then` throws when it is read',
    () => Object.defineProperty({}, 'then', { get: throwProxy }),
  ],
];

/** The five that stand for all of them, at a border that passes them to what reads any. */
export const worst: typeof exotic = [
  ['a proxy whose traps throw such a proxy', () => new Proxy({}, allTraps(throwProxy))],
  ['a revoked proxy', revoked],
  ['an error whose getters throw', () => withGetters(new TypeError())],
  ['an error with a chain of causes that never ends', () => endless(() => ({}))],
  ['a symbol', () => Symbol('no')],
];

/** Thenables that never settle: whoever waits for one needs a deadline. */
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

function revoked(target: object = {}): unknown {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

/** The stack first: V8 makes it of name and message when it is first touched. */
function withGetters<Target extends object>(target: Target): Target {
  for (const name of ['stack', 'name', 'message', 'code', 'context', 'cause', 'data', 'error', 'toString'])
    Object.defineProperty(target, name, { get: throwProxy, configurable: true });
  return target;
}

class Trapped extends TypeError {
  static {
    withGetters(Trapped.prototype);
  }
}

function ownCause(): Error {
  const error = new Error('no');
  error.cause = error;
  return error;
}

function endless(make: () => object): object {
  const getter = { get: () => endless(make) };
  return Object.defineProperties(make(), { cause: getter, error: getter, data: getter });
}

function changing(): unknown {
  let reads = 0;
  return {
    get code() {
      reads += 1;
      return reads === 1 ? 'wallet/rejected' : throwProxy();
    },
  };
}
