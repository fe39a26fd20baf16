import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { record, text } from '@linkspan/contract';

/** The file of a release folder that says when it was built. It stays here: the release itself tells nothing of it. */
export const buildNoteName = 'built.json';

/** When a release folder was built, in an order that a copy of the folder keeps where it has a note. */
export interface BuiltAt {
  /** ISO 8601 with milliseconds; empty without a note. */
  readonly noted: string;
  /** When the file that the build wrote was written here, in nanoseconds since 1970; 0 if it is missing. */
  readonly writtenNs: bigint;
}

const fields = record({ at: text('an instant', (value) => !Number.isNaN(Date.parse(value)), 30) });

/** Notes when a folder was built; `now` in milliseconds since 1970. */
export async function writeBuildNote(folder: string, now: number): Promise<void> {
  await writeFile(join(folder, buildNoteName), `${JSON.stringify({ at: new Date(now).toISOString() })}\n`);
}

/** When a folder was built. What cannot be read of it is as if it were not there. */
export async function readBuiltAt(folder: string, file: string): Promise<BuiltAt> {
  const note = await readFile(join(folder, buildNoteName), 'utf8').catch(() => '');
  const written = await stat(join(folder, file), { bigint: true }).catch(() => undefined);
  return { noted: parseNote(note), writtenNs: written?.mtimeNs ?? 0n };
}

function parseNote(content: string): string {
  try {
    return fields(JSON.parse(content), buildNoteName).at;
  } catch {
    return '';
  }
}
