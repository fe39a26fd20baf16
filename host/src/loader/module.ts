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
 * What a remote's module hands over, as an object of the host's own with these methods alone: the remote's may change
 * later, and a promise would wait for it if it had a `then`. Undefined if it lacks one that is not optional. Cannot throw.
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

/** A code that a remote may give of itself as it starts. */
const ownCode = /^(config|remote)\//;

/**
 * What a remote's module has thrown as it was started. A code of its own, such as `config/malformed` for its options or
 * `remote/second-copy`, says more than `loader/broken`, which all else becomes.
 */
export function toModuleError(
  thrown: unknown,
  context: { readonly remote: string; readonly stage: string },
): Error {
  const error = toPlainError(thrown);
  return ownCode.test(codeOf(error) ?? '')
    ? error
    : new LinkspanError('loader/broken', context, { cause: thrown });
}

/** Whether `file`, or the stack of an error without its message, names a file of a release. Cannot throw. */
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
  'signMessage',
  'signIn',
  'send',
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
