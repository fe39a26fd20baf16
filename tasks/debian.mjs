import { access } from 'node:fs/promises';
import { run } from './run.mjs';

/**
 * Installs a package of Debian, where this is Debian and this user may. Answers whether it did.
 * @param {string} name
 * @returns {Promise<boolean>}
 */
export async function installFromDebian(name) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await access('/etc/debian_version');
    await run('apt-get', ['update', '-qq'], { env });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env });
    return true;
  } catch {
    return false;
  }
}
