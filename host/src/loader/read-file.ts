import { readAtMost } from '../releases/load-bytes.ts';
import type { Release } from '../releases/release.ts';
import { toIntegrity } from '../releases/to-integrity.ts';

/** Of a file that no manifest lists, as in development. */
const mostUnlisted = 50_000_000;

/** The bytes of a release's file, and whether they are those that were released. */
export interface FileRead {
  readonly bytes: ArrayBuffer;
  /** Undefined where the release does not list the file. */
  readonly isReleased: boolean | undefined;
}

/**
 * Reads a file of a release up to the size that its manifest states. A browser that is given a hash reads the whole
 * answer before it compares, and a few megabytes unpack to more than a tab can hold. Rejects where it does not come.
 */
export async function readFile(release: Release, path: string, init: RequestInit): Promise<FileRead> {
  const response = await fetch(release.addressOf(path), init);
  if (!response.ok) throw new Error(`${path}: HTTP ${response.status}`);
  const file = release.manifest.files.find((one) => one.path === path);
  const { buffer: bytes } = await readAtMost(response, file?.bytes ?? mostUnlisted);
  if (file === undefined) return { bytes, isReleased: undefined };
  const isReleased = bytes.byteLength <= file.bytes && (await toIntegrity(bytes)) === file.integrity;
  return { bytes, isReleased };
}
