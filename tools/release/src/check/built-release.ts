import type { Manifest } from '@linkspan/trust';

/** A release as its files are, each with the hash that the manifest lists. */
export interface BuiltRelease {
  readonly manifest: Manifest;
  /** The bytes of each file by its path. */
  readonly contents: ReadonlyMap<string, Uint8Array>;
  /** Where on this machine the command is run, most likely within the source: no file should know of it. */
  readonly here: string;
}
