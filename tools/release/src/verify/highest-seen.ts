import { Misshapen, record, type Shape, whole } from '@linkspan/contract';
import { CommandError } from '../command-error.ts';
import { readNamedFile } from '../read-file.ts';
import { writeWhole } from '../write-whole.ts';

/** The highest version of a seal that was seen verified, by the origin of its page. */
export type HighestSeen = Readonly<Record<string, number>>;

const versions: Shape<HighestSeen> = (value, place) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Misshapen(place, 'an object');
  const most = whole(1, 2 ** 31 - 1);
  return Object.fromEntries(
    Object.entries(value).map(([origin, one]) => [origin, most(one, `${place}.${origin}`)]),
  );
};
const shape = record({ seals: versions });

/** What a file remembers; nothing where it is not there yet. Throws `command/state-malformed`. */
export async function readHighestSeen(file: string): Promise<HighestSeen> {
  const bytes = await readNamedFile(file).catch((error: CommandError) => {
    if ((error.cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return undefined;
    throw error;
  });
  if (bytes === undefined) return {};
  try {
    return shape(JSON.parse(new TextDecoder().decode(bytes)), 'it').seals;
  } catch (cause) {
    throw new CommandError('command/state-malformed', { file }, { cause });
  }
}

/** Remembers, whole or not at all. */
export async function writeHighestSeen(file: string, seals: HighestSeen): Promise<void> {
  await writeWhole(file, `${JSON.stringify({ seals }, null, 2)}\n`);
}
