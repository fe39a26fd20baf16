import { access } from 'node:fs/promises';
import { run } from './run.mjs';

/**
 * Installs packages of Debian, if this is Debian and this user is root. Says what it installs before it does. Returns
 * whether it did.
 * @param {readonly string[]} packages
 * @param {(text: string) => void} say
 * @returns {Promise<boolean>}
 */
export async function installFromDebian(packages, say) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await access('/etc/debian_version');
    say(`Installing from Debian, as root: ${packages.join(', ')}.`);
    await run('apt-get', ['update', '-qq'], { env });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env });
    return true;
  } catch {
    return false;
  }
}
