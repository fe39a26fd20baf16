/** What a server of a Caddyfile does with a path: the headers that it sets, and whether it hides the path. */
export interface Served {
  readonly headers: Readonly<Record<string, string>>;
  readonly isHidden: boolean;
}

type Matches = (path: string) => boolean;

/** The server of a name in a Caddyfile, as far as `docs/servers/Caddyfile` uses that language. */
export function readCaddyfile(text: string, name: string): (path: string) => Served {
  const lines = blockOf(text, name);
  const matchers = readMatchers(lines);
  const matches = (matcher: string | undefined, path: string) =>
    matcher === undefined || (matchers.get(matcher)?.(path) ?? false);
  const set = lines.flatMap((line) => {
    const [, matcher, header = '', value = ''] = /^header (?:(@\w+) )?([\w-]+) "(.*)"$/.exec(line) ?? [];
    return header === '' ? [] : [{ matcher, header: header.toLowerCase(), value }];
  });
  return (path) => ({
    headers: Object.fromEntries(
      set
        .filter(({ matcher }) => matches(matcher, path))
        .map(({ header, value }) => [header, value] as const),
    ),
    isHidden: lines.includes('error @hidden 404') && matches('@hidden', path),
  });
}

/** The lines of a server, without those of what it does where something is missing. */
function blockOf(text: string, name: string): readonly string[] {
  const [, block = ''] = new RegExp(`^${name.replaceAll('.', '\\.')} \\{\\n(.*?)^\\}`, 'ms').exec(text) ?? [];
  return block
    .replace(/^\thandle_errors \{.*?^\t\}/ms, '')
    .split('\n')
    .map((line) => line.trim());
}

function readMatchers(lines: readonly string[]): ReadonlyMap<string, Matches> {
  const found = new Map<string, Matches>();
  lines.forEach((line, index) => {
    const [, name = '', rest = ''] = /^(@\w+) (.*)$/.exec(line) ?? [];
    if (name === '') return;
    const inner = rest === '{' ? lines.slice(index + 1, lines.indexOf('}', index)) : [rest];
    const all = inner.map(toMatches);
    found.set(name, (path) => all.every((matches) => matches(path)));
  });
  return found;
}

function toMatches(line: string): Matches {
  const [kind, pattern = ''] = line.replace(/^not /, '').split(' ');
  if (kind !== 'path_regexp' && kind !== 'path') throw new Error(`No matcher that this reads: ${line}`);
  const regex = kind === 'path' ? toRegex(pattern) : new RegExp(pattern);
  return line.startsWith('not ') ? (path) => !regex.test(path) : (path) => regex.test(path);
}

/** A pattern of whole paths in which `*` is anything, and `:name` one folder. */
export function toRegex(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replace(/:\w+/g, '[^/]+')}$`);
}
