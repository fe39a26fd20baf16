import { readFile } from 'node:fs/promises';
import { LinkspanError } from '@linkspan/contract';

/** What a file of the configuration holds as JSON. Rejects with `config/malformed`, whose place is the file. */
export async function readJsonFile(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new LinkspanError(
      'config/malformed',
      { place: file, expected: 'a file that can be read' },
      { cause },
    );
  });
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : '';
    throw new LinkspanError('config/malformed', { place: file, expected: `JSON (${reason})` }, { cause });
  }
}
