import { parseAllDocuments } from 'yaml';

/**
 * The last document of a YAML file; undefined for an empty one. Throws for what a package manager never writes and
 * another reader could understand in another way: a name twice, an alias.
 */
export function readYaml(text: string): unknown {
  const last = [...parseAllDocuments(text)].at(-1);
  if (last?.errors[0]) throw last.errors[0];
  return last?.toJS({ maxAliasCount: 0 });
}
