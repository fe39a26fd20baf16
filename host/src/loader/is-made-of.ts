/** Whether a value has all these methods: what a remote's module hands over is no more than a promise of its types. */
export function isMadeOf<Made extends object>(
  value: unknown,
  methods: readonly (keyof Made & string)[],
): value is Made {
  return (
    typeof value === 'object' &&
    value !== null &&
    methods.every((name) => typeof Reflect.get(value, name) === 'function')
  );
}
