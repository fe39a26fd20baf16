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

/** What a policy allows that another does not, in words, and the other way round. */
export interface PolicyChange {
  readonly looser: readonly string[];
  readonly stricter: readonly string[];
}

/** Of these more is stricter: Trusted Types, "require-trusted-types-for directive"; CSP, "sandbox" aside. */
const demands = new Set(['require-trusted-types-for', 'upgrade-insecure-requests']);

/** Compares two Content-Security-Policies of one policy each, directive by directive, without their fall-backs. */
export function comparePolicies(wanted: string, found: string): PolicyChange {
  const [before, after] = [parsePolicy(wanted), parsePolicy(found)];
  const looser: string[] = [];
  const stricter: string[] = [];
  for (const [name, sources] of before) {
    const now = after.get(name);
    if (now === undefined) {
      looser.push(`${name} is gone`);
      continue;
    }
    const [more, less] = [without(now, sources), without(sources, now)];
    const [added, gone] = demands.has(name) ? [stricter, looser] : [looser, stricter];
    for (const source of more) added.push(`${name} has ${source}`);
    for (const source of less) gone.push(`${name} lacks ${source}`);
  }
  for (const [name, sources] of after)
    if (!before.has(name)) stricter.push(`${[name, ...sources].join(' ')} is new`);
  return { looser, stricter };
}

function without(some: readonly string[], others: readonly string[]): readonly string[] {
  return some.filter((one) => one !== "'none'" && !others.includes(one));
}
