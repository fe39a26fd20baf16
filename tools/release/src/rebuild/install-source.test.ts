import { expect, it } from 'vitest';
import type { Program } from '../run-program.ts';
import { installSource } from './install-source.ts';

it('installs with no script of a package, and with no secret of who signs', async () => {
  const programs: Program[] = [];
  await installSource(
    {
      env: {
        PATH: '/bin',
        HTTPS_PROXY: 'http://proxy.example',
        npm_config_registry: 'https://npm.example/',
        AWS_SECRET_ACCESS_KEY: 'secret',
        CI_KEY: 'secret',
        NODE_ENV: 'production',
      },
      run: async (program) => {
        programs.push(program);
        return '';
      },
      progress: () => undefined,
    },
    '/source',
  );
  expect(programs[0]?.args).toContain('--ignore-scripts');
  expect(programs[0]?.env).toEqual({
    PATH: '/bin',
    HTTPS_PROXY: 'http://proxy.example',
    npm_config_registry: 'https://npm.example/',
    CI: 'true',
  });
});
