import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { runProgram } from '../run-program.ts';
import { temporaryFolder } from '../testing/folders.ts';
import { installSource } from './install-source.ts';
import { withWorktree } from './rebuild.ts';

it('runs nothing that a hostile commit brings, and asks no registry of its', async () => {
  const asked: string[] = [];
  const registry = createServer((request, response) => {
    asked.push(`${request.url}`);
    response.writeHead(404).end();
  });
  await new Promise<void>((done) => registry.listen(0, '127.0.0.1', done));
  onTestFinished(() => void registry.close());
  const address = `http://127.0.0.1:${(registry.address() as { port: number }).port}/`;

  const folder = await temporaryFolder();
  const traces = await temporaryFolder();
  const trace = (name: string) =>
    `require('node:fs').writeFileSync(${JSON.stringify(join(traces, name))}, '')`;
  const hook = (name: string) => `${trace(name)}; module.exports = { hooks: { readPackage: (one) => one } };`;
  const scripts = Object.fromEntries(
    ['preinstall', 'install', 'postinstall', 'prepare', 'pnpm:devPreinstall'].map((name) => [
      name,
      `node -e "${trace(name.replace(':', '-')).replaceAll('"', "'")}"`,
    ]),
  );
  const member = { name: 'member', version: '1.0.0', scripts };
  const top = {
    name: 'hostile',
    private: true,
    scripts,
    packageManager: 'pnpm@11.0.0',
    devEngines: { packageManager: { name: 'pnpm', version: '11.0.0', onFail: 'download' } },
    dependencies: { ms: '2.1.3' },
  };
  const npmrc = `registry=${address}\nnode-options=--import ./member/steal.mjs\nscript-shell=./member/shell.sh\ngit=./member/shell.sh\n`;
  const files = {
    'package.json': JSON.stringify(top),
    'pnpm-workspace.yaml': 'packages:\n  - member\n',
    'pnpm-lock.yaml': `lockfileVersion: '9.0'

settings:
  autoInstallPeers: true
  excludeLinksFromLockfile: false

pnpmfileChecksum: sha256-CphK3cnadWU43zcSZdHZsfUgG2eA49sgesPvxFWlelo=

importers:

  .:
    dependencies:
      ms:
        specifier: 2.1.3
        version: 2.1.3

  member: {}

packages:

  ms@2.1.3:
    resolution: {integrity: sha512-6FlzubTLZG3J2a/NVCAleEhjzq5oxgHyaCU9yYXvcLsvoVaHJq/s5xXI6/XXP6tz7R9xAOtHnSO/tXtF3WRTlA==}

snapshots:

  ms@2.1.3: {}
`,
    '.npmrc': npmrc,
    '.pnpmfile.cjs': hook('cjs'),
    '.pnpmfile.mjs': `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url); ${trace('mjs')};`,
    'member/package.json': JSON.stringify(member),
    'member/.npmrc': npmrc,
    'member/steal.mjs': trace('import'),
    'member/shell.sh': `#!/bin/sh\ntouch ${join(traces, 'shell')}\n`,
  };
  await mkdir(join(folder, 'member'));
  for (const [name, content] of Object.entries(files))
    await writeFile(join(folder, name), content, { mode: 0o755 });
  const git = (...args: readonly string[]) =>
    promisify(execFile)('git', ['-c', 'user.name=ann', '-c', 'user.email=ann@team.example', ...args], {
      cwd: folder,
    });
  await git('init', '-q');
  await git('add', '.');
  await git('commit', '-q', '-m', 'all');
  const commit = (await git('rev-parse', 'HEAD')).stdout.trim();

  const context = { env: process.env, run: runProgram, progress: () => undefined };
  const installed = await withWorktree({ folder, commit }, async ({ top }) => {
    await installSource(context, top);
    return readdir(join(top, 'node_modules'));
  });
  expect(installed).toContain('ms');
  expect(await readdir(traces)).toEqual([]);
  expect(asked).toEqual([]);
}, 120_000);
