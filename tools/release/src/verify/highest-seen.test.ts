import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { readHighestSeen, writeHighestSeen } from './highest-seen.ts';

const origin = 'https://wallets.example';

it('remembers the highest version of each origin, in a file that a person can read', async () => {
  const file = join(await temporaryFolder(), 'seen.json');
  expect(await readHighestSeen(file)).toEqual({});
  await writeHighestSeen(file, { [origin]: 7 });
  expect(await readHighestSeen(file)).toEqual({ [origin]: 7 });
  expect(await readFile(file, 'utf8')).toBe(`{\n  "seals": {\n    "${origin}": 7\n  }\n}\n`);
});

it('rejects as the file system does where it cannot read the file', async () => {
  const file = await temporaryFolder();
  await expect(readHighestSeen(file)).rejects.toMatchObject({ code: 'command/no-such-file' });
});

it.each([1, 2 ** 31 - 1])('takes version %i', async (version) => {
  const file = join(await temporaryFolder(), 'seen.json');
  await writeFile(file, JSON.stringify({ seals: { [origin]: version } }));
  expect(await readHighestSeen(file)).toEqual({ [origin]: version });
});

it.each([
  ['{', /JSON/],
  ['[]', /^it should be/],
  ['{"seals":[]}', /^it\.seals should be an object$/],
  ['{"seals":null}', /^it\.seals should be an object$/],
  ['{"seals":7}', /^it\.seals should be an object$/],
  [JSON.stringify({ seals: { [origin]: 0 } }), /^it\.seals\.https:\/\/wallets\.example should be/],
  [JSON.stringify({ seals: { [origin]: 2 ** 31 } }), /^it\.seals\.https:\/\/wallets\.example should be/],
])('refuses %s', async (text, message) => {
  const file = join(await temporaryFolder(), 'seen.json');
  await writeFile(file, text);
  await expect(readHighestSeen(file)).rejects.toMatchObject({
    code: 'command/state-malformed',
    context: { file },
    cause: { message: expect.stringMatching(message) },
  });
});
