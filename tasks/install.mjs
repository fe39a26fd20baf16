import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './root.mjs';
import { run } from './run.mjs';
import { Plain } from './say.mjs';

const stampFile = join(root, 'node_modules', '.linkspan-install');
/** Not `packageManager` in package.json: pnpm 12 would then install a second copy of itself. */
const pnpm = 'pnpm@12.21.0';
const oldestNode = [20, 19];

/** Throws where this Node is older than the repository needs. */
export function assertNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [needsMajor = 0, needsMinor = 0] = oldestNode;
  if (major < needsMajor || (major === needsMajor && minor < needsMinor))
    throw new Plain(
      `Linkspan needs Node ${oldestNode.join('.')} or newer. This is ${process.versions.node}.`,
    );
}

/**
 * Installs what the lockfile says, unless that has been done already; answers whether it had to.
 * pnpm comes by `npx`.
 */
export async function install() {
  const stamp = await installStamp();
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return false;
  const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';
  await run(npx, ['-y', pnpm, 'install', '--frozen-lockfile'], { env: { CI: 'true' } });
  await writeFile(stampFile, stamp);
  return true;
}

async function installStamp() {
  const hash = createHash('sha256').update(process.version);
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) hash.update(await readFile(join(root, file)));
  return hash.digest('hex');
}
