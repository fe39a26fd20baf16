import {
  codeOf,
  field,
  type Handle,
  LinkspanError,
  type Mount,
  messageOf,
  type Port,
  toPlainError,
} from '@linkspan/contract';
import type { Release } from '../releases/release.ts';

/**
 * Copies the methods of an object that a remote's module returns: the remote may change its own object later, and a
 * promise would wait for it if it had a `then`. Undefined if a required method is missing. Cannot throw.
 */
export function takeMethods<Made extends object>(
  value: unknown,
  required: readonly (keyof Made & string)[],
  optional: readonly (keyof Made & string)[] = [],
): Made | undefined {
  const taken: Record<string, unknown> = {};
  for (const name of [...required, ...optional]) {
    const method = field(value, name);
    if (typeof method === 'function')
      taken[name] = (...given: unknown[]) => Reflect.apply(method, value, given);
  }
  return required.every((name) => name in taken) ? (taken as Made) : undefined;
}

/** The codes that a remote may throw as it starts. */
const ownCode = /^(config|remote)\//;

/** The error of a module that threw as it started: with its own code, such as `config/malformed`, else `loader/broken`. */
export function toModuleError(
  thrown: unknown,
  context: { readonly remote: string; readonly stage: string },
): Error {
  const error = toPlainError(thrown);
  return ownCode.test(codeOf(error) ?? '')
    ? error
    : new LinkspanError('loader/broken', context, { cause: thrown });
}

/** True if `file`, or the stack of an error without its message, names a file of a release. Cannot throw. */
export function isThrownIn({ url, path }: Pick<Release, 'url' | 'path'>, error: unknown, file = ''): boolean {
  const stack = field(error, 'stack');
  const frames = typeof stack === 'string' ? stack.replaceAll(messageOf(error), '') : '';
  return `${file} ${frames}`.includes(url + path);
}

const handleMethods = [
  'adopt',
  'disconnect',
  'switchNetwork',
  'switchAccount',
  'read',
  'settle',
  'refreshBalance',
  'unmount',
] as const satisfies readonly (keyof Handle)[];

/** Mounts a connector module. Throws `loader/broken`, or `config/…` and `remote/…` as the connector does. */
export function mountConnector(module: unknown, { ref }: Release, port: Port): Handle {
  const context = { remote: ref.remote, stage: 'connector' };
  try {
    const mount = Reflect.get(Object(module), 'mount') as Mount;
    const handle = takeMethods<Handle>(mount(port), handleMethods);
    if (handle !== undefined) return handle;
  } catch (cause) {
    throw toModuleError(cause, context);
  }
  throw new LinkspanError('loader/broken', context);
}
