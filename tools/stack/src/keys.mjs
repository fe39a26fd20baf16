import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { toKeysFolder } from '@linkspan/release/key-files';
import { findPrivateKeys } from './private-keys.mjs';
import { root } from './root.mjs';
import { Plain } from './say.mjs';

/**
 * The variables that say where the keys of a folder's practice store are. Those of the checkout are among the person's
 * own, where the release command looks; those of another folder are in a temporary one of its own. None is below the
 * checkout, which a development server serves.
 * @param {string} folder
 */
export function toKeysEnvironment(folder) {
  if (resolve(folder) !== resolve(root)) return { XDG_CONFIG_HOME: toTemporary(folder) };
  const { XDG_CONFIG_HOME, HOME, USERPROFILE } = process.env;
  return { XDG_CONFIG_HOME, HOME, USERPROFILE };
}

/** @param {string} folder */
const toTemporary = (folder) => join(tmpdir(), 'linkspan-practice', toMark(folder));

/** Tells folders apart. @param {string} folder */
const toMark = (folder) => createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 8);

/** What the release command calls a practice key. @param {string} folder @param {KeyName} name */
export const toKeyName = (folder, name) => `practice-${name}-${toMark(folder)}`;

/**
 * The file of a practice key of the store in a folder. The person signs roots and releases, the machine signs live
 * documents.
 * @typedef {'person' | 'machine'} KeyName
 * @param {string} folder
 * @param {KeyName} name
 * @param {'key' | 'pub'} [half]
 */
export const keyFile = (folder, name, half = 'key') =>
  join(toKeysFolder(toKeysEnvironment(folder)), `${toKeyName(folder, name)}.${half}.json`);

/**
 * Refuses a folder that a development server is about to serve if a private key is in it. Rejects with `Plain`.
 * @param {string} folder
 */
export async function assertNoPrivateKeys(folder) {
  const keys = await findPrivateKeys(folder);
  if (keys.length === 0) return;
  throw new Plain(`A development server would serve these private keys:
${keys.map((file) => `  ${file}`).join('\n')}

Move them to ${toKeysFolder(process.env)}, then run this again.`);
}
