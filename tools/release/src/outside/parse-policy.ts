/** The sources of each directive of a Content-Security-Policy, by its name in lower case. */
export type Policy = ReadonlyMap<string, readonly string[]>;

/** CSP 3, "Parse a serialized CSP": of two directives of one name the first counts. */
export function parsePolicy(text: string): Policy {
  const directives = new Map<string, readonly string[]>();
  for (const directive of text.split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/);
    if (name !== '' && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources);
  }
  return directives;
}
