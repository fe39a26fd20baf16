/** As much of a JSON Schema as the reference speaks of. */
export interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly properties?: Readonly<Record<string, Schema | true>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly maxProperties?: number;
  readonly maximum?: number;
}

/** A field by its path, such as `releases[].share` or `keys.*.kind`. */
export interface Field {
  readonly path: string;
  readonly isOptional: boolean;
  /** The name of a form, where the schema uses one; else undefined. */
  readonly form: string | undefined;
  /** Its limits, as a person writes them. */
  readonly limits: readonly string[];
}

/** Every field of a schema. What a form or an envelope has inside is told elsewhere and left out. */
export function fieldsOf(root: Schema, forms: readonly string[]): readonly Field[] {
  const visit = (schema: Schema, path: string): Field[] => {
    const found = resolve(root, schema);
    const own = Object.entries(found.properties ?? {}).flatMap(([name, one]) => {
      if (one === true) return [];
      const inner = path === '' ? name : `${path}.${name}`;
      const form = forms.find((known) => one.$ref === `#/$defs/${known}`);
      const isOptional = !(found.required ?? []).includes(name);
      const field = { path: inner, isOptional, form, limits: form ? [] : limitsOf(resolve(root, one)) };
      return form ? [field] : [field, ...visit(one, inner)];
    });
    const items = found.items ? visit(found.items, `${path}[]`) : [];
    const entries =
      typeof found.additionalProperties === 'object' ? visit(found.additionalProperties, `${path}.*`) : [];
    return [...own, ...items, ...entries];
  };
  return visit(root, '');
}

function resolve(root: Schema, schema: Schema): Schema {
  const name = schema.$ref?.replace('#/$defs/', '');
  return name === undefined ? schema : (root.$defs?.[name] ?? {});
}

function limitsOf({ maxItems, maxLength, maxProperties, maximum }: Schema): readonly string[] {
  return [maxItems, maxLength, maxProperties, maximum].flatMap((limit) =>
    limit === undefined ? [] : [limit.toLocaleString('en')],
  );
}
