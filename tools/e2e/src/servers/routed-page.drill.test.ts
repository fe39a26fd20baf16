import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRun, openLocalStore, storeOf } from '@linkspan/stack/deliver';
import { serve } from '@linkspan/stack/serve';
import { deploySite } from '@linkspan/stack/site';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { families } from '../page/families.ts';
import { describeWith } from '../place/not-run.ts';
import { readConfig } from '../place/site.ts';
import { outputFolder, practiceFolder, releaseFolder, stackName } from '../place/stack.ts';
import { nginxRoutes, practiceRoutes, type RouteServer, type Served } from './route-servers.ts';

const store = storeOf(practiceFolder);

interface Looked {
  readonly reports: readonly {
    readonly findings: readonly { readonly level: string; readonly code: string }[];
  }[];
}

await describeWith('nginx', 'a page with routes on nginx', () => describeRouted(nginxRoutes));
describe('a page with routes on the practice server', () => describeRouted(practiceRoutes));

function describeRouted({ name, start }: RouteServer): void {
  const place = join(outputFolder, `routed-${name.replaceAll(' ', '-')}`);
  let remotes: Awaited<ReturnType<typeof serve>>;
  let served: Served;

  beforeAll(async () => {
    await rm(place, { recursive: true, force: true });
    await mkdir(place, { recursive: true });
    remotes = await serve(store, { port: 0, cors: true });
    const config = await readConfig();
    const routed = config.families.map((family) => {
      const { name: remote } = family.remote;
      const at = {
        url: `http://localhost:${remotes.port}/${remote}/`,
        route: `/remotes/${remote}/`,
        root: join(releaseFolder(remote), 'root/1.json'),
      };
      return { ...family, remote: { ...family.remote, ...at } };
    });
    const configFile = join(place, 'site.config.json');
    await writeFile(configFile, JSON.stringify({ ...config, families: routed }));
    const site = await deploySite(join(stackName, `routed-${name.replaceAll(' ', '-')}`, 'site'), {
      configFile,
    });
    served = await start(site, store);
  });

  afterAll(async () => {
    await served.close();
    await remotes.close();
  });

  const run = createRun({ folder: place, store: openLocalStore(place), now: () => Date.now() });

  it('pleases the doctor, who looks at each route', async () => {
    const { reports } = await run<Looked>('doctor', `${served.page}/`, '--json');
    expect(reports).toHaveLength(families.length + 1);
    const wrong = reports.flatMap(({ findings }) => findings).filter(({ level }) => level === 'wrong');
    expect(wrong).toEqual([]);
    expect(reports[0]?.findings.map(({ code }) => code)).toContain('doctor/routes');
  });

  it('is what was sealed', async () => {
    await run('keys', 'make', 'erik', '--kind', 'person');
    await run('block', 'keys', '--key', '.linkspan/keys/erik.pub.json');
    await run('seal', 'site', '--origin', served.page, '--key', '.linkspan/keys/erik.key.json');
    const verified = await run('verify', `${served.page}/`, '--seal', '.linkspan/seal.json', '--json');
    expect(verified).toMatchObject({ verdict: 'as-sealed' });
  });
}
