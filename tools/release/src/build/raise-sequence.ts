import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '@linkspan/trust';
import { readDraft } from '../documents/draft.ts';
import { manifestName } from '../documents/paths.ts';

/**
 * A sequence for what no commit counts: above those of all other versions that were built into `home`, and no lower
 * than it was. The same version built again keeps its own.
 */
export async function raiseSequence(
  home: string,
  { version, sequence }: Pick<Manifest, 'version' | 'sequence'>,
): Promise<number> {
  const names = await readdir(home).catch((): string[] => []);
  const drafts = await Promise.all(
    // What else lies there counts for nothing.
    names.map((name) => readDraft(join(home, name, manifestName)).catch(() => undefined)),
  );
  const others = drafts.flatMap((draft) =>
    draft?.kind === 'manifest' && draft.value.version !== version ? [draft.value.sequence + 1] : [],
  );
  return Math.max(sequence, ...others);
}
