import { join, resolve, sep } from 'node:path';
import { forever, immutable } from '@linkspan/stack/serve';
import { type Answer, type Asked, give, isReading, nothing, refuse } from './answer.ts';
import { readPacked } from './read-packed.ts';

/** Answers with a file of a folder, as the static host of a page or of a remote does (`@linkspan/stack/serve`). */
export async function answerFromFolder(folder: string, asked: Asked): Promise<Answer> {
  if (!isReading(asked)) return refuse(405);
  const path = toPath(asked);
  const file = path === undefined ? undefined : await readPacked(toFile(folder, path) ?? '');
  if (path === undefined || !file) return refuse(404);
  // Weak, since it stands for the packed bytes and for the others.
  const etag = `W/"${file.hash}"`;
  const headers = { etag, 'cache-control': immutable.test(path) ? forever : 'no-cache' };
  const kept = `${asked['if-none-match'] ?? ''}`.split(',').map((one) => one.trim());
  return kept.includes(etag) ? { status: 304, headers, body: nothing } : give(file, asked, headers);
}

/** The decoded path; undefined where it is none. */
function toPath(asked: Asked): string | undefined {
  try {
    return decodeURIComponent(new URL(`https://localhost${asked[':path']}`).pathname);
  } catch {
    return undefined;
  }
}

/** Where a path's file is; undefined where it leads out of the folder or to what is hidden. */
function toFile(folder: string, path: string): string | undefined {
  const file = resolve(join(folder, path.endsWith('/') ? `${path}index.html` : path));
  return file.startsWith(resolve(folder) + sep) && !/[\\/]\./.test(path) ? file : undefined;
}
