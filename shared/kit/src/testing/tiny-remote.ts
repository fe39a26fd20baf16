import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parseUnsignedRelease, type UnsignedManifest } from '@linkspan/trust';
import type { RemoteOptions } from '../build/remote-options.ts';

const kit = resolve(import.meta.dirname, '../..');
const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
const name = 'remote-tiny';

/** A remote of two lines, with the one build preset, in a folder of its own. */
export interface TinyRemote {
  write(path: string, text: string): Promise<void>;
  read(path: string): Promise<string>;
  /**
   * Builds it as its team does: in a process of its own, since the federation does nothing in a test runner. Returns
   * what the build says of itself; its files are in `built`. Rejects with `stderr`, what the build has written.
   */
  build(): Promise<UnsignedManifest>;
  readonly built: string;
  remove(): Promise<void>;
}

export async function createTinyRemote(
  options: Pick<RemoteOptions, 'shared' | 'vendors' | 'exportsAlone'> = {},
): Promise<TinyRemote> {
  // Within the kit, whose libraries a build finds there.
  await mkdir(join(kit, '.linkspan'), { recursive: true });
  const folder = await mkdtemp(join(kit, `.linkspan/${name}-`));
  const read = (path: string) => readFile(join(folder, path), 'utf8');
  async function write(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await write('vite.config.ts', toConfig(options));
  await write('src/discovery.ts', 'export const discover = () => undefined;');
  await write('src/connector.ts', 'export const mount = () => undefined;');
  return {
    read,
    write,
    built: join(folder, 'dist/releases/1.0.0'),
    async build() {
      const { VITEST, NODE_ENV, ...env } = process.env;
      const args = [vite, 'build', '--configLoader', 'runner', '--logLevel', 'warn'];
      await promisify(execFile)(process.execPath, args, {
        cwd: folder,
        env: { ...env, NODE_ENV: 'production' },
      });
      return parseUnsignedRelease(JSON.parse(await read('dist/release.json')), name).release.manifest;
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

function toConfig(options: object): string {
  const own = `root: import.meta.dirname, name: '${name}', version: '1.0.0', port: 0`;
  return `
    import { remoteConfig } from '${join(kit, 'src/build/preset.ts')}';
    const remote = { ${own}, ...${JSON.stringify(options)} };
    export default ({ command }) => remoteConfig(remote, command);
  `;
}
