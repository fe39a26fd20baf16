import { type Plugin, parseAst } from 'vite';
import { type Edit, replaceAll } from './hold-imports.ts';

type Statement = ReturnType<typeof parseAst>['body'][number];

/**
 * Drops the side effects of these packages at load. Some have polyfills for old browsers in one file with their code.
 */
export function exportsAlone(packages: readonly string[]): Plugin {
  return {
    name: 'linkspan:exports-alone',
    // With none, a filter would let all modules pass.
    apply: (_, { command }) => command === 'build' && packages.length > 0,
    enforce: 'pre',
    transform: {
      filter: { id: packages.map((name) => new RegExp(`/node_modules/${name}/`)) },
      handler: (code) => ({ code: toExportsAlone(code), map: null }),
    },
  };
}

/**
 * A module without the statements that declare nothing, and with the values of each `var` marked as pure: the build
 * drops those that no export needs. Assignments to a class of the module stay.
 */
export function toExportsAlone(code: string): string {
  const { body } = parseAst(code);
  const classes = new Set(
    body.flatMap((one) => (one.type === 'ClassDeclaration' ? [one.id?.name ?? ''] : [])),
  );
  const edits = body.flatMap((one) => toEdits(one, code, classes));
  return replaceAll(code, edits);
}

function toEdits(one: Statement, code: string, classes: ReadonlySet<string>): readonly Edit[] {
  if (one.type === 'VariableDeclaration' && one.kind === 'var')
    return one.declarations.flatMap(({ init }) => (init ? [toPure(init, code)] : []));
  if (isDeclaration(one) || classes.has(rootOf(one))) return [];
  return [{ start: one.start, end: one.end, text: '' }];
}

function toPure({ start, end }: { readonly start: number; readonly end: number }, code: string): Edit {
  return { start, end, text: `/* @__PURE__ */ (() => (${code.slice(start, end)}))()` };
}

function isDeclaration({ type }: Statement): boolean {
  return /^(Import|Export|Variable|Function|Class)/.test(type);
}

/** `Logger` of `Logger.debug = false`; empty for any other statement. */
function rootOf(one: Statement): string {
  if (one.type !== 'ExpressionStatement' || one.expression.type !== 'AssignmentExpression') return '';
  const { left } = one.expression;
  return left.type === 'MemberExpression' && left.object.type === 'Identifier' ? left.object.name : '';
}
