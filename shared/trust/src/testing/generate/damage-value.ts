import { changed, type Path, placesOf } from '../changed.ts';
import type { Random } from '../random.ts';

const odd = [
  null,
  true,
  -1,
  0.5,
  2 ** 31,
  '',
  ' ',
  'x',
  '2026-02-30T00:00:00Z',
  'A'.repeat(64),
  [],
  [null],
  {},
] as const;

/** A copy of a JSON value with one place of it changed a little, made something else or left out. */
export function damageValue(random: Random, value: unknown): unknown {
  const [first, ...rest] = placesOf(value);
  const path = random.pick([first ?? [], ...rest]);
  const found = valueAt(value, path);
  const to = random.chance(0.4) ? random.pick([...odd, undefined]) : turned(random, found);
  return changed(value, path, path.length === 0 ? (to ?? null) : to);
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((within, key) => Reflect.get(within as object, key), value);
}

/** The same kind of value, and another. */
function turned(random: Random, value: unknown): unknown {
  if (typeof value === 'number') return value + random.pick([-1, 1, 2, 100, 2 ** 31]);
  if (typeof value === 'string') return turnedText(random, value);
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return turnedList(random, value);
  if (typeof value !== 'object' || value === null) return { a: 1 };
  return { ...value, [random.pick(['extra', '__proto', 'constructor'])]: 1 };
}

function turnedText(random: Random, text: string): string {
  const at = random.whole([0, text.length]);
  const [before, after] = [text.slice(0, at), text.slice(at)];
  return random.pick([
    `${before}${random.pick(['x', 'F', '0', '/', '.', ' ', 'é', '-', '=', '\n'])}${after}`,
    `${before}${after.slice(1)}`,
    `${before}${random.pick(['0', '1', '9', 'a', 'B'])}${after.slice(1)}`,
    text.toUpperCase(),
    text.repeat(2),
  ]);
}

function turnedList(random: Random, list: readonly unknown[]): readonly unknown[] {
  const at = random.whole([0, Math.max(0, list.length - 1)]);
  return random.pick([
    [...list, ...list.slice(at, at + 1)],
    list.filter((_, index) => index !== at),
    [...list].reverse(),
    [...list, null],
    [],
  ]);
}
