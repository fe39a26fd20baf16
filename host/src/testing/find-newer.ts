import { parseAst } from 'vite';

/** What ECMAScript 5.1 is made of, by the names of ESTree. */
const es5 = new Set(
  (
    'Program Identifier Literal ThisExpression ArrayExpression ObjectExpression Property FunctionExpression ' +
    'FunctionDeclaration UnaryExpression UpdateExpression BinaryExpression AssignmentExpression LogicalExpression ' +
    'MemberExpression ConditionalExpression CallExpression NewExpression SequenceExpression ExpressionStatement ' +
    'ParenthesizedExpression BlockStatement EmptyStatement DebuggerStatement WithStatement ReturnStatement ' +
    'LabeledStatement BreakStatement ContinueStatement IfStatement SwitchStatement SwitchCase ThrowStatement ' +
    'TryStatement CatchClause WhileStatement DoWhileStatement ForStatement ForInStatement VariableDeclaration ' +
    'VariableDeclarator'
  ).split(' '),
);

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** What of a script an engine of ECMAScript 5.1 could not read, by name: nothing where it could read all. */
export function findNewer(script: string): readonly string[] {
  return [...(/,\s*\)/.test(script) ? ['a comma before )'] : []), ...find(parseAst(script))];
}

function find(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(find);
  return 'type' in value ? [...nameNewer(value as Node), ...inside] : inside;
}

function nameNewer(node: Node): readonly string[] {
  const { type, kind, operator, value } = node;
  const isNewer = [
    'async',
    'generator',
    'shorthand',
    'method',
    'computed',
    'optional',
    'regex',
    'bigint',
  ].some((name) => Boolean(node[name]) && !(name === 'computed' && type === 'MemberExpression'));
  if (!es5.has(type) || isNewer) return [type];
  if (type === 'VariableDeclaration' && kind !== 'var') return [String(kind)];
  if (type === 'CatchClause' && !node.param) return ['catch without a name'];
  if (type.startsWith('Function') && (node.params as Node[]).some((one) => one.type !== 'Identifier'))
    return ['a parameter that is no name'];
  if (typeof operator === 'string' && /^(\*\*|\?\?|\|\||&&)=$|^\*\*$|^\?\?$/.test(operator))
    return [operator];
  return type === 'Literal' && typeof value === 'bigint' ? ['bigint'] : [];
}
