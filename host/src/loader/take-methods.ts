import { field } from '@linkspan/contract';

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
