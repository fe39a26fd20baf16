/** The error of a parser: a malformed place. Each border turns it into its own code. */
export class Malformed extends Error {
  override readonly name = 'Malformed';
  /** A path such as `families[1].remote.url`. */
  readonly place: string;
  /** The expected form, to be read after "should be". */
  readonly expected: string;

  constructor(place: string, expected: string) {
    super(`${place || 'the value'} should be ${expected}`);
    this.place = place || 'the value';
    this.expected = expected;
  }
}

/** Parses an unknown value at a place; returns a frozen copy, or throws `Malformed`. */
export type Shape<Value> = (value: unknown, place: string) => Value;

type Fields<Shapes> = {
  readonly [Key in keyof Shapes]: Shapes[Key] extends Shape<infer Value> ? Value : never;
};

/** A text; `test` may narrow it, and `expected` says how. */
/* @__NO_SIDE_EFFECTS__ */ export function text(
  expected = 'a text',
  test: (value: string) => boolean = () => true,
  max = 2_000,
): Shape<string> {
  return (value, place) => {
    if (typeof value === 'string' && value.length <= max && test(value)) return value;
    throw new Malformed(place, value === undefined ? `given: ${expected}` : expected);
  };
}

/** One of the given values. */
/* @__NO_SIDE_EFFECTS__ */ export function oneOf<const Value extends string | number | boolean>(
  values: readonly Value[],
): Shape<Value> {
  return (value, place) => {
    const found = values.find((candidate) => candidate === value);
    if (found !== undefined) return found;
    throw new Malformed(place, values.map((candidate) => JSON.stringify(candidate)).join(' or '));
  };
}

/** A whole number between two bounds, both included. */
/* @__NO_SIDE_EFFECTS__ */ export function integer(min: number, max: number): Shape<number> {
  return (value, place) => {
    if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max)
      return value as number;
    throw new Malformed(place, `a whole number from ${min} to ${max}`);
  };
}

/** A list of at most this many. */
/* @__NO_SIDE_EFFECTS__ */ export function list<Item>(
  item: Shape<Item>,
  max = 1_000,
): Shape<readonly Item[]> {
  return (value, place) => {
    // Read once, and the list neither by its own iterator nor by `map`, which leaves holes out.
    const length = Array.isArray(value) ? Number(value.length) : max + 1;
    if (length > max) throw new Malformed(place, `a list of at most ${max}`);
    return Object.freeze(
      Array.from({ length }, (_, index) => item((value as unknown[])[index], `${place}[${index}]`)),
    );
  };
}

/** A list of at least one and at most this many. */
/* @__NO_SIDE_EFFECTS__ */ export function nonEmptyList<Item>(
  item: Shape<Item>,
  max = 1_000,
): Shape<readonly [Item, ...Item[]]> {
  const any = list(item, max);
  return (value, place) => {
    const [first, ...rest] = any(value, place);
    if (first === undefined) throw new Malformed(place, `a list of 1 to ${max}`);
    return Object.freeze([first, ...rest]);
  };
}

/** An object with exactly these fields; those of `optional` may be missing. */
/* @__NO_SIDE_EFFECTS__ */ export function record<
  Required extends Record<string, Shape<unknown>>,
  Optional extends Record<string, Shape<unknown>> = Record<never, never>,
>(
  required: Required,
  optional: Optional = {} as Optional,
): Shape<Fields<Required> & Partial<Fields<Optional>>> {
  const shapes: Record<string, Shape<unknown>> = { ...required, ...optional };
  return (value, place) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new Malformed(place, 'an object');
    const unknown = Object.keys(value).find((key) => !Object.hasOwn(shapes, key));
    if (unknown !== undefined)
      throw new Malformed(within(place, unknown), 'left out: it is not a known field');
    const fields: Record<string, unknown> = {};
    for (const key in shapes) {
      const one = read(value, key);
      if (Object.hasOwn(required, key) || one !== undefined)
        fields[key] = shapes[key]?.(one, within(place, key));
    }
    return Object.freeze(fields) as Fields<Required> & Partial<Fields<Optional>>;
  };
}

/** An object from names to values, of at most `max`. */
/* @__NO_SIDE_EFFECTS__ */ export function dictionary<Value>(
  name: Shape<string>,
  value: Shape<Value>,
  max: number,
): Shape<Readonly<Record<string, Value>>> {
  return (found, place) => {
    const isObject = typeof found === 'object' && found !== null && !Array.isArray(found);
    if (!isObject || Object.keys(found).length > max)
      throw new Malformed(place, `an object of at most ${max}`);
    return Object.freeze(
      Object.fromEntries(
        Object.entries(found).map(([key, one]) => [name(key, place), value(one, `${place}.${key}`)]),
      ),
    );
  };
}

/** The fields that an object has, and those that it may have. */
type Fieldset = readonly [
  required: Record<string, Shape<unknown>>,
  optional?: Record<string, Shape<unknown>>,
];

/** An object whose other fields depend on the text in one of its fields. */
/* @__NO_SIDE_EFFECTS__ */ export function variant<Value>(
  tag: string,
  kinds: Readonly<Record<string, Fieldset>>,
): Shape<Value> {
  const shapes = new Map(
    Object.entries(kinds).map(([kind, [required, optional]]) => [
      kind,
      record({ [tag]: oneOf([kind]), ...required }, optional),
    ]),
  );
  return (value, place) => {
    const kind = typeof value === 'object' && value !== null ? read(value, tag) : undefined;
    const shape = shapes.get(kind as string);
    if (shape === undefined) throw new Malformed(within(place, tag), Object.keys(kinds).join(' or '));
    return shape(value, place) as Value;
  };
}

function read(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}

function within(place: string, key: string): string {
  return place === '' ? key : `${place}.${key}`;
}
