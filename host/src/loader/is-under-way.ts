import { runWithin } from '../deadline.ts';
import { diagnosisMs } from '../limits.ts';
import type { Release } from '../releases/release.ts';
import { hasCome } from './has-come.ts';
import { readFile } from './read-file.ts';

/** An import that is not on demand, as in `import"./a.js"` or `export*from'./a.js'`. */
const imported = /\b(?:from|import)\s*["']([^"']+)["']/g;

/**
 * Whether a discovery that is late may still wait for the network: its file, or one that it imports at once, has not
 * come, or nobody can tell. Never rejects.
 */
export function isUnderWay(release: Release): Promise<boolean> {
  const look = (signal: AbortSignal) => isAwaited(release, release.manifest.discovery, signal, new Set());
  return runWithin(diagnosisMs, look, () => new Error('late')).catch(() => true);
}

async function isAwaited(
  release: Release,
  path: string,
  signal: AbortSignal,
  met: Set<string>,
): Promise<boolean> {
  const address = release.addressOf(path);
  if (!hasCome(address)) return true;
  met.add(path);
  // It has come, so that the browser has it.
  const { bytes } = await readFile(release, path, { cache: 'force-cache', signal });
  for (const next of listImports(release, address, new TextDecoder().decode(bytes)))
    if (!met.has(next) && (await isAwaited(release, next, signal, met))) return true;
  return false;
}

/** The files of the release that a module imports. */
function listImports({ manifest, addressOf }: Release, address: string, source: string): string[] {
  return [...source.matchAll(imported)].flatMap(([, name = '']) => {
    const { href } = new URL(name, address);
    return manifest.files.map(({ path }) => path).filter((path) => addressOf(path) === href);
  });
}
