import { parseSync } from 'vite';
import { isNode, type Node, partsOf } from './node.ts';

/** One fault to be seeded: this text in place of what is from `start` to `end` of a file. */
export interface Mutant {
  /** The file's name. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** For people: the line with the fault. */
  readonly told: string;
}

type Change = readonly [of: Node, text: string];

const flipped: Readonly<Record<string, readonly string[]>> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '&&': ['||'],
  '||': ['&&'],
};

const swapped: Readonly<Record<string, string>> = { some: 'every', every: 'some', max: 'min', min: 'max' };

/**
 * Every fault that is seeded in a file: comparisons, operators and conditions turned, checks and filters removed,
 * bounds off by one, patterns loosened, lists left out.
 */
export function mutantsOf(file: string, source: string): readonly Mutant[] {
  const nodes = everyNode(parseSync(file, source).program as unknown as Node);
  const changes = nodes.flatMap((node) => changesOf(node, source));
  return changes.map(([{ start, end }, text]) => ({
    file,
    start,
    end,
    text,
    told: tell(source, start, end, text),
  }));
}

function everyNode(node: Node): readonly Node[] {
  // Types do nothing when the code runs, but for the expression within `as` and `!`.
  if (node.type.startsWith('TS')) return isNode(node.expression) ? everyNode(node.expression) : [];
  if (node.type === 'ImportDeclaration') return [];
  return [node, ...partsOf(node).flatMap(everyNode)];
}

function changesOf(node: Node, source: string): readonly Change[] {
  const { left, right, test, argument, body, value, callee } = node;
  const textOf = (part: unknown) => (isNode(part) ? source.slice(part.start, part.end) : '');
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      if (node.operator === '??') return [[node, textOf(left)]];
      return (flipped[`${node.operator}`] ?? []).map((other) => [
        node,
        `(${textOf(left)} ${other} ${textOf(right)})`,
      ]);
    case 'IfStatement':
    case 'ConditionalExpression':
      return isNode(test)
        ? [
            [test, 'true'],
            [test, 'false'],
          ]
        : [];
    case 'UnaryExpression':
      return node.operator === '!' ? [[node, textOf(argument)]] : [];
    case 'SpreadElement':
      return [[node, '...[]']];
    case 'ExpressionStatement':
      return /^(await )?[\w.]+\(/.test(textOf(node)) ? [[node, ';']] : [];
    case 'ArrowFunctionExpression':
      return /\.test\(value\)$|^value\./.test(textOf(body)) ? [[node, '() => true']] : [];
    case 'Literal':
      if (typeof value === 'number') return [[node, `${value + 1}`]];
      if (typeof value === 'boolean') return [[node, `${!value}`]];
      return 'regex' in node ? loosened(textOf(node)).map((text) => [node, text]) : [];
    case 'CallExpression':
      return isNode(callee) ? callChanges(node, callee, textOf) : [];
    default:
      return [];
  }
}

function callChanges(node: Node, callee: Node, textOf: (part: unknown) => string): readonly Change[] {
  const { object, property } = callee;
  const name = textOf(property);
  if (/^(filter|sort)$/.test(name)) return [[node, textOf(object)]];
  const other = swapped[name];
  return other !== undefined && isNode(property) ? [[property, other]] : [];
}

function loosened(pattern: string): readonly string[] {
  return [pattern.replace(/^\/\^/, '/'), pattern.replace(/\$\/$/, '/')].filter((text) => text !== pattern);
}

/** The lines that the fault is in, as they are with it. */
function tell(source: string, start: number, end: number, text: string): string {
  const from = source.lastIndexOf('\n', start) + 1;
  const to = source.indexOf('\n', end);
  const lines = source.slice(from, start) + text + source.slice(end, to < 0 ? undefined : to);
  return lines.replaceAll(/\s+/g, ' ').trim();
}
