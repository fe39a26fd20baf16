import { toRegex } from './read-caddyfile.ts';

/** The headers that a static host's `_headers` file gives a path. Two values of one are joined, as such hosts do. */
export function readHeadersFile(text: string): (path: string) => Readonly<Record<string, string>> {
  const rules = text
    .split(/\n(?=\/)/)
    .slice(1)
    .map((block) => {
      const [pattern = '', ...lines] = block.split('\n').filter((line) => line !== '');
      return { regex: toRegex(pattern.trim()), headers: lines.map(toHeader) };
    });
  return (path) => {
    const found: Record<string, string> = {};
    for (const [name, value] of rules.flatMap(({ regex, headers }) => (regex.test(path) ? headers : [])))
      found[name] = found[name] === undefined ? value : `${found[name]}, ${value}`;
    return found;
  };
}

function toHeader(line: string): readonly [string, string] {
  const [, name = '', value = ''] = /^ {2}([\w-]+): (.*)$/.exec(line) ?? [];
  if (name === '') throw new Error(`No header: ${line}`);
  return [name.toLowerCase(), value];
}
