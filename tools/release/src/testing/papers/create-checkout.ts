import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where Vite is installed, which a remote of the checkout is built with. */
const installed = fileURLToPath(new URL('../../../node_modules', import.meta.url));

/** A remote's own build, as small as can be: it writes two files and their description, as the kit's does. */
const config = `import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const { name: remote, version } = JSON.parse(readFileSync('package.json', 'utf8'));
const text = readFileSync('src/text.txt', 'utf8').trim();
const files = {
  'discovery.js': \`export const discover = () => [\${JSON.stringify(text)}];\`,
  'remoteEntry.js': 'export const init = () => {}; export const get = () => {};',
};
const path = \`releases/\${version}/\`;
const toFile = ([name, content]) => ({
  path: name,
  bytes: Buffer.byteLength(content),
  integrity: \`sha384-\${createHash('sha384').update(content).digest('base64')}\`,
});
const manifest = {
  remote,
  version,
  contract: '1.1',
  shared: {},
  discovery: 'discovery.js',
  entry: 'remoteEntry.js',
  preload: ['remoteEntry.js'],
  files: Object.entries(files).map(toFile),
  dependencies: [],
};

export default {
  build: { outDir: \`dist/\${path}\`, rollupOptions: { input: 'src/text.txt' } },
  plugins: [
    {
      name: 'release',
      load: () => '',
      generateBundle(_, bundle) {
        for (const name of Object.keys(bundle)) delete bundle[name];
        for (const [fileName, source] of Object.entries(files)) this.emitFile({ type: 'asset', fileName, source });
      },
      writeBundle: () => writeFileSync('dist/release.json', JSON.stringify({ remote, release: { path, manifest } })),
    },
  ],
};
`;

/** Makes a folder the checkout of a team: a repository of one commit with a small remote, which really builds. */
export async function createCheckout(folder: string): Promise<void> {
  const remote = join(folder, 'remote-evm');
  await mkdir(join(remote, 'src'), { recursive: true });
  const about = { name: 'remote-evm', version: '1.0.0', type: 'module' };
  await writeFile(join(remote, 'package.json'), `${JSON.stringify(about, null, 2)}\n`);
  await writeFile(join(remote, 'vite.config.js'), config);
  await writeFile(join(remote, 'src/text.txt'), 'Connect\n');
  await writeFile(join(folder, '.gitignore'), 'dist\nnode_modules\n.linkspan\nsite\n');
  await linkInstalled(folder);
  const git = (...args: readonly string[]) => run('git', [...args], { cwd: folder });
  await git('init', '--quiet', '--initial-branch', 'main');
  await git('config', 'user.name', 'Ann');
  await git('config', 'user.email', 'ann@example.org');
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'Begin');
}

/** What an install would bring into a source tree. */
export async function linkInstalled(folder: string): Promise<void> {
  await symlink(installed, join(folder, 'node_modules'));
}
