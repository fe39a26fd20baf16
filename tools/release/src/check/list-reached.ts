import { resolveImport } from '../build/assert-imports.ts';
import { readModule } from '../build/read-module.ts';

/** Which imports are followed: those at once, or those on demand too. */
export type Following = 'at once' | 'all';

/**
 * The files that modules lead to, themselves among them. Imports of files that are not there are left to `assertImports`.
 * Throws `command/no-module`.
 */
export async function listReached(
  contents: ReadonlyMap<string, Uint8Array>,
  from: readonly string[],
  following: Following,
): Promise<readonly string[]> {
  const reached = new Set<string>();
  const visit = async (file: string): Promise<void> => {
    const bytes = contents.get(file);
    if (bytes === undefined || reached.has(file)) return;
    reached.add(file);
    const { imports, onDemand } = await readModule(file, bytes);
    for (const specifier of following === 'all' ? [...imports, ...onDemand] : imports)
      await visit(resolveImport(specifier, file) ?? '');
  };
  for (const file of from) await visit(file);
  return [...reached];
}
