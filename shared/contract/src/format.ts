/** A text with named places, such as `{wallet} did not answer`. */
export type Template = string;

/** The template with each `{name}` replaced; a name without a value stays as it is. */
export function format(template: Template, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? place) : place,
  );
}
