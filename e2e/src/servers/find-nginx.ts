import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { installFromDebian } from '../../../tasks/debian.mjs';

/** The path of an nginx, installed from Debian where there is none and this user may; undefined where that fails. */
export async function findNginx(): Promise<string | undefined> {
  return (await find()) ?? ((await installFromDebian('nginx-light')) ? find() : undefined);
}

async function find(): Promise<string | undefined> {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  for (const folder of folders) {
    const file = join(folder, 'nginx');
    if (await isThere(file)) return file;
  }
  return undefined;
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
