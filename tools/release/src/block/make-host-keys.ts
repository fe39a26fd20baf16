import { resolve } from 'node:path';
import type { Asked } from '../ask/asked.ts';
import { UsageError } from '../command-error.ts';
import { hostKeysFile, toHostKeys, writeHostKeys } from '../keys/host-keys.ts';
import { readPublicKeyFile } from '../keys/key-file.ts';
import { readKeyNames } from '../keys/key-names.ts';
import type { Means } from '../means.ts';
import { toShown } from '../to-shown.ts';
import type { Outcome } from '../verb.ts';

/** Writes the file of the host team's keys. Rejects with `command/draft-exists`, `command/host-keys-malformed`. */
export async function makeHostKeys(asked: Asked, { folder }: Means): Promise<Outcome> {
  const files = asked.all('key').map((one) => resolve(folder, one));
  if (files.length === 0)
    throw new UsageError('--key FILE is missing: whose signatures should the page believe?');
  const file = resolve(folder, asked.one('out') ?? hostKeysFile);
  const keys = await Promise.all(files.map(readPublicKeyFile));
  const hostKeys = await toHostKeys(keys, asked.whole('threshold') ?? 1, file);
  const isDry = asked.has('dry-run');
  if (!isDry) await writeHostKeys(file, hostKeys);
  const { keyids, threshold } = hostKeys.role;
  const names = keyids.map(await readKeyNames(folder));
  return {
    lines: [
      `Pages that know ${toShown(file, folder)} take a block list that ${threshold} of these keys signed: ${names.join(', ')}.${isDry ? ' It was not written.' : ''}`,
      'Next: name this file in the page’s configuration, as blocklist.keys, and deploy the page.',
    ],
    facts: { file, keyids, threshold, isWritten: !isDry },
  };
}
