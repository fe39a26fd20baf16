/** Reads one value that came from outside; `where` names it in the error. */
export type Read<T> = (value: unknown, where: string) => T;

/** Reads a plain object that has no other fields than these. Throws a TypeError that names the field. */
export function parseRecord(
  value: unknown,
  where: string,
  fields: readonly string[],
): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) throw new TypeError(`${where} must be an object.`);
  const stranger = Object.keys(value).find((key) => !fields.includes(key));
  if (stranger !== undefined) throw new TypeError(`${where} has an unknown field "${stranger}".`);
  return value;
}

/** Whether a value is an object with fields, and no list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a text that is not empty. Throws a TypeError that names the field. */
export const parseText: Read<string> = (value, where) => {
  if (typeof value === 'string' && value !== '') return value;
  throw new TypeError(`${where} must be a text that is not empty.`);
};

/** Reads a whole number from 0 up to `most`. Throws a TypeError that names the field. */
export function parseCount(value: unknown, where: string, most: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw new TypeError(`${where} must be a whole number from 0 to ${most}.`);
}

/** Reads a list with at least one element. Throws a TypeError that names the element. */
export function parseList<T>(value: unknown, where: string, read: Read<T>): readonly [T, ...T[]] {
  if (!Array.isArray(value)) throw new TypeError(`${where} must be a list.`);
  const [first, ...rest] = value.map((element, index) => read(element, `${where}[${index}]`));
  if (first === undefined) throw new TypeError(`${where} must not be empty.`);
  return [first, ...rest];
}
