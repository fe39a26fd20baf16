import { type Plugin, parseAst } from 'vite';

/** A node of ESTree, as far as this looks at it. */
interface Node extends Readonly<Record<string, unknown>> {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** An import on demand, and the nodes that it is within, from the outermost. */
interface Found {
  readonly node: Node;
  readonly within: readonly Node[];
}

/** The imports of a built file, by the files' names; an asset has none. */
interface Chunk {
  readonly fileName: string;
  /** As the bundler calls it, before its file is named. */
  readonly name?: string | undefined;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

export type Chunks = Readonly<Record<string, Chunk>>;

/**
 * Makes packages import at once instead of on demand: they know no `importCode`, so their files would load without a
 * limit, and outside of the remote's failure mark.
 */
export function importAtOnce(): Plugin {
  return {
    name: 'linkspan:import-at-once',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: {
        id: { include: /\/node_modules\/.+\.[cm]?js(\?|$)/, exclude: /\/node_modules\/@linkspan\/kit\// },
        code: /\bimport\s*\(/,
      },
      handler: (code) => ({ code: toImportsAtOnce(code), map: null }),
    },
  };
}

/** A module with its imports on demand at its top; one of CommonJS has no place for them, and is returned as it is. */
export function toImportsAtOnce(code: string): string {
  const { body } = parseAst(code);
  if (!body.some(({ type }) => /^(Import|Export)/.test(type))) return code;
  const found = findImports(body).filter(({ node }) => sourceOf(node) !== undefined);
  const toImport = ({ node }: Found, index: number) =>
    `import * as imported$${index} from ${JSON.stringify(sourceOf(node))};\n`;
  const edits = found.map(({ node, within }, index) => {
    const names = namesOf(within);
    // Named imports let the build leave out the rest.
    const taken = names?.map((name) => `${name}: imported$${index}.${name}`);
    return { ...node, text: `Promise.resolve(${taken ? `{ ${taken.join(', ')} }` : `imported$${index}`})` };
  });
  return found.map(toImport).join('') + replaceAll(code, edits);
}

/** The names of `const { a, b: c } = await import(…)`. */
function namesOf(within: readonly Node[]): readonly string[] | undefined {
  const [declarator, awaited] = within.slice(-2);
  if (declarator?.type !== 'VariableDeclarator' || awaited?.type !== 'AwaitExpression') return undefined;
  const { properties = [] } = declarator.id as { readonly properties?: readonly Node[] };
  const names = properties.map(({ key, computed }) => (!computed && (key as Node | undefined)?.name) || '');
  return names.length > 0 && names.every(Boolean) ? names.map(String) : undefined;
}

/** The facts about a build beside its files. */
interface Held {
  /** The files that are loaded before any is imported on demand. */
  loaded(chunks: Chunks): Iterable<string>;
  /** Files of other builds, each with the names of all that is loaded with it. */
  readonly separateChunks?: ReadonlyMap<string, readonly string[]>;
  /** Names of chunks that the host does not import on demand: their importers know no `importCode`. */
  readonly free?: RegExp;
}

/**
 * Completes the names of each `importCode` by the files that are loaded with what it imports, so that the page fetches all
 * of them with their limits before. Refuses an import on demand that no `importCode` holds.
 */
export function holdImports({ loaded, separateChunks = new Map(), free }: Held): Plugin {
  return {
    name: 'linkspan:hold-imports',
    apply: 'build',
    renderChunk(code, { fileName }, _, { chunks }) {
      const before = new Set([...loaded(chunks), ...reachable(chunks, [fileName])]);
      const lists = new Map<Node, Set<string>>();
      for (const { node, within } of findImports(parseAst(code).body)) {
        const list = within.map(toList).findLast(Boolean);
        const file = sourceOf(node)?.replace(/^\.\//, '') ?? '';
        const files = separateChunks.get(file) ?? [...reachable(chunks, [file])];
        if (
          list === undefined
            ? !(before.has(file) || free?.test(chunks[file]?.name ?? ''))
            : files.length === 0
        )
          throw new Error(
            `${toName(fileName)}: ${code.slice(node.start, node.end)} is in no port.importCode([…], () => import('…'))`,
          );
        if (list === undefined) continue;
        const names = files.filter((one) => !before.has(one)).map(toName);
        lists.set(list, new Set([...(lists.get(list) ?? []), ...names]));
      }
      const edits = [...lists].map(([list, names]) => ({ ...list, text: JSON.stringify([...names]) }));
      return edits.length > 0 ? { code: replaceAll(code, edits), map: null } : null;
    },
  };
}

/** These files and all their imports, at once and, with `throughDynamic`, on demand. */
export function reachable(chunks: Chunks, from: readonly string[], throughDynamic = false): Set<string> {
  const reached = new Set<string>();
  const visit = (file: string) => {
    const { imports, dynamicImports = [] } = chunks[file] ?? {};
    if (reached.has(file) || imports === undefined) return;
    reached.add(file);
    for (const next of [...imports, ...(throughDynamic ? dynamicImports : [])]) visit(next);
  };
  for (const file of from) visit(file);
  return reached;
}

/** The name of a file without its hash, which is not known while the file is written. */
function toName(file: string): string {
  return file.replace(/-(!~\{\w+\}~|[\w-]{8})\.js$/, '');
}

function findImports(value: unknown, within: readonly Node[] = []): readonly Found[] {
  if (Array.isArray(value)) return value.flatMap((one) => findImports(one, within));
  if (!isNode(value)) return [];
  const own = value.type === 'ImportExpression' ? [{ node: value, within }] : [];
  return [...own, ...Object.values(value).flatMap((one) => findImports(one, [...within, value]))];
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

/** The module that is imported; undefined if the code computes it. */
function sourceOf({ source }: Node): string | undefined {
  const { value } = source as { readonly value?: unknown };
  return typeof value === 'string' ? value : undefined;
}

/** The list of names in a call of a port's `importCode`. */
function toList(node: Node): Node | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const { property } = node.callee as { readonly property?: { readonly name?: string } };
  const [list] = node.arguments as readonly Node[];
  return property?.name === 'importCode' && list?.type === 'ArrayExpression' ? list : undefined;
}

/** A part of a text that is replaced by another. */
export interface Edit extends Pick<Node, 'start' | 'end'> {
  readonly text: string;
}

export function replaceAll(code: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: own }) => text.slice(0, start) + own + text.slice(end), code);
}
