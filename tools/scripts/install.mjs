import { join } from 'node:path';
import { root } from '@linkspan/stack/root';
import { run } from '@linkspan/stack/run';
import { Plain } from '@linkspan/stack/say';
import { toStamp } from '@linkspan/stack/stamp';
import { unlessDone } from '@linkspan/stack/unless-done';

const stampFile = join(root, 'node_modules', '.linkspan-install');
/** Not `packageManager` in package.json: pnpm 12 would then install a second copy of itself. */
const pnpm = 'pnpm@12.21.0';
/** Where `npx` is a script of its shell. */
const isWindows = process.platform === 'win32';
const oldestNode = [20, 19];

/**
 * Throws where this Node is older than the repository needs.
 * @param {string} [version]
 */
export function assertNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [needsMajor = 0, needsMinor = 0] = oldestNode;
  if (major < needsMajor || (major === needsMajor && minor < needsMinor))
    throw new Plain(`Linkspan needs Node ${oldestNode.join('.')} or newer. This is ${version}.`);
}

/**
 * Installs what the lockfile says, unless that has been done already; returns whether it had to.
 * pnpm comes by `npx`.
 */
export async function install() {
  const machine = `${process.version} ${process.platform} ${process.arch}`;
  const stamp = await toStamp(root, ['pnpm-lock.yaml', 'pnpm-workspace.yaml'], machine);
  return unlessDone(
    stampFile,
    async () => stamp,
    () =>
      run('npx', ['-y', pnpm, 'install', '--frozen-lockfile'], { env: { CI: 'true' }, viaShell: isWindows }),
  );
}
