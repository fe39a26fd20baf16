import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/folders.ts';
import { readHostKeys } from './host-keys.ts';

it.each([
  ['{', 'it is no JSON'],
  ['{}', 'it.keys should be an object'],
])('says what is wrong with the host team’s keys where they are %s', async (text, detail) => {
  const file = join(await temporaryFolder(), 'host-keys.json');
  await writeFile(file, text);
  await expect(readHostKeys(file)).rejects.toMatchObject({
    code: 'command/host-keys-malformed',
    message: expect.stringContaining(detail),
  });
});

it('says that there are none', async () => {
  const file = join(await temporaryFolder(), 'host-keys.json');
  await expect(readHostKeys(file)).rejects.toMatchObject({
    code: 'command/no-host-keys',
    message: expect.stringContaining(file),
  });
});
