import type { SealedHeaders } from '@linkspan/trust/seal';

/**
 * The rules of a `_headers` file, which the deploy writes for static hosts: a line with a path, then its headers, each
 * indented. Lines that begin with `#` are passed over.
 */
export function parseHeadersFile(text: string): readonly SealedHeaders[] {
  const rules: { path: string; values: Record<string, string> }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, name, value = ''] = /^\s+([\w-]+):\s*(.*?)\s*$/.exec(line) ?? [];
    if (line.startsWith('/')) rules.push({ path: line.trim(), values: {} });
    else if (name !== undefined) Object.assign(rules.at(-1)?.values ?? {}, { [name.toLowerCase()]: value });
  }
  return rules;
}

/** The headers that a path is to have, of several rules for one header the last. */
export function headersOf(path: string, rules: readonly SealedHeaders[]): ReadonlyMap<string, string> {
  const isMeant = (form: string) => (form.endsWith('*') ? path.startsWith(form.slice(0, -1)) : path === form);
  return new Map(rules.filter((rule) => isMeant(rule.path)).flatMap(({ values }) => Object.entries(values)));
}
