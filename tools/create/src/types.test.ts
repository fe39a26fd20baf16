import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { frameworks } from './choices.ts';
import { createPlace } from './testing/run.ts';

const root = resolve(import.meta.dirname, '../../..');

/** The packages that the sources need, as this repository has them. */
const packages = {
  '@linkspan/app': 'shared/app',
  '@types/react': 'shared/app/node_modules/@types/react',
  '@types/react-dom': 'shared/app/node_modules/@types/react-dom',
  react: 'shared/app/node_modules/react',
  'react-dom': 'shared/app/node_modules/react-dom',
  svelte: 'tools/e2e/node_modules/svelte',
  vue: 'tools/e2e/node_modules/vue',
};

it.each(frameworks)(
  'the modules of an application whose framework is %s have no error of types',
  async (framework) => {
    const { folder, run } = await createPlace();
    await run(`. --framework ${framework}`);
    for (const [name, path] of Object.entries(packages)) {
      const link = join(folder, 'node_modules', name);
      await mkdir(dirname(link), { recursive: true });
      await symlink(join(root, path), link, 'junction');
    }
    // `vite.config.ts` needs plugins; packages are their sources here.
    const own = {
      extends: './tsconfig.json',
      compilerOptions: { allowImportingTsExtensions: true },
      include: ['src'],
    };
    await writeFile(join(folder, 'types.json'), JSON.stringify(own));
    const args = [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(folder, 'types.json')];
    const checking = promisify(execFile)(process.execPath, args);
    await expect(checking.catch(({ stdout }) => stdout)).resolves.toMatchObject({ stdout: '' });
  },
);
