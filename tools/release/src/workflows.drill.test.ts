import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createSealedSite } from './testing/sealed-site.ts';

const { parse } = createRequire(createRequire(import.meta.url).resolve('knip'))('yaml');

// Actions (uses) and conditions (if) are GitHub's and not run, so all jobs share one checkout and one RUNNER_TEMP.
it('every command of the sample workflows runs', { timeout: 600_000 }, async () => {
  const { folder, served, sealing } = await createSealedSite({ isSealed: false });
  const vars = { LINKSPAN_STORE: 'file:.linkspan/store', AWS_REGION: '' };
  const own = { ...process.env, ...vars, RUNNER_TEMP: `${folder}/.linkspan`, K: '.config/linkspan/keys' };
  const bash = async (script: string, env = {}) =>
    (await promisify(execFile)('bash', ['-ec', script], { cwd: folder, env: { ...own, ...env } })).stdout;
  await bash(`tar -C '${import.meta.dirname}/../../..' --exclude={node_modules,dist,.git,.linkspan} -cf - . | tar -xf -
    npm run prestart; release() { npm run release -- "$@"; }; release keys make ci --kind online --folder $K
    release root make remote-evm --root $K/dora.pub.json --key $K/dora.key.json --live $K/ci.pub.json \
      --release $K/ci.pub.json --release $K/erik.pub.json --release-threshold 2 --persons 1
    release root publish .linkspan/roots/remote-evm-1.json; cp -r .linkspan/roots .
    release ${sealing} --out site/seal.json; mkdir wallets; cp .linkspan/host-keys.json wallets
    sed -i 's|https://[a-z]*.example|${served.origin}|g' docs/workflows/verify.yml
    # This repository has the source of the command in place of its installed package.
    sed -i 's|npm ci|npm run prestart|' docs/workflows/*.yml
    echo 'exec npm run --silent release -- "$@"' > node_modules/.bin/linkspan; chmod +x node_modules/.bin/linkspan
    git init -q; git config user.name ci; git config user.email ci@team.example
    echo .config > .git/info/exclude; git add .`);
  const values: Record<string, Record<string, string>> = {
    vars,
    secrets: { CI_KEY: await bash('cat $K/ci.key.json'), AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' },
    matrix: { remote: 'remote-evm' },
  };
  const fill = (text: string) =>
    text.replace(/\$\{\{\s*(\w+)\.?(.*?)\s*\}\}/g, (all, of, name) => values[of]?.[name] ?? expect.fail(all));
  const ran = new Set<string>();
  const run = async (name: string, id: string, inputs: Record<string, string> = {}) => {
    values.inputs = inputs;
    const { env, jobs } = parse(await bash(`cat docs/workflows/${name}.yml`));
    for (const step of jobs[id].steps.filter(({ run = '' }) => run)) {
      const given = Object.entries<string>({ ...env, ...jobs[id].env, ...step.env });
      await bash(fill(step.run), Object.fromEntries(given.map(([name, value]) => [name, fill(value)])));
    }
    ran.add(id);
    return bash('npm run release -- status remote-evm');
  };
  for (const [version, share = ''] of Object.entries({ '1.0.0': '100', '1.1.0': '10' })) {
    await bash(`sed -i '/"version"/s/[0-9.]\\+/${version}/' remote-evm/package.json; git commit -qam 1`);
    for (const id of ['build', 'sign']) await run('release-remote', id);
    const signed = await bash(`rm -rf .linkspan/erik; cp -r .linkspan/release .linkspan/erik
      npm run release -- sign .linkspan/erik --no-rebuild --key $K/erik.key.json > .linkspan/log
      gzip --stdout .linkspan/erik/manifest.json | base64 --wrap=0`);
    await run('release-remote', 'deliver', { signed, share });
  }
  await run('verify', 'verify');
  expect(await run('refresh', 'refresh')).toMatch(/ 1\.0\.0 +90 %.*\n +1\.1\.0 +10 %/);
  const share = '100';
  const change = (verb: string, version = '') => run('change-live', 'change', { verb, version, share });
  expect(await change('promote', '1.1.0')).toMatch(/ 1\.1\.0 +100 %/);
  expect(await change('rollback')).toMatch(/ 1\.0\.0 +100 %/);
  expect(await change('refresh')).toMatch(/ 1\.0\.0 +100 %/);
  expect(await change('withdraw')).toContain('withdrawn');
  expect(await bash('grep -ho runs-on docs/workflows/*')).toBe('runs-on\n'.repeat(ran.size));
});
