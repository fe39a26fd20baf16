import { mkdir, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { findPackages, toNotices } from '@linkspan/kit/notices';
import { noticesName } from '@linkspan/trust';
import {
  buildBoot,
  buildClient,
  buildDeploy,
  buildEarlyScript,
  buildStyle,
  describeOwnScripts,
  dist,
  readOffered,
} from './build/targets.ts';

// Builds the host: scripts for the browser, the parts of its page, and the command that deploys them.

await rm(dist, { recursive: true, force: true });
const client = await buildClient();
const early = await buildEarlyScript('early');
const application = await buildEarlyScript('early-application');
const inline = await buildBoot('inline');
const inlineApplication = await buildBoot('inline-application');
const inlinePinned = await buildBoot('inline-pinned');
const inlinePinnedApplication = await buildBoot('inline-pinned-application');
const earlyPinned = await buildBoot('early-pinned');
const [style, offered] = [await buildStyle(), await readOffered()];
const applicationStyle = await buildStyle('application');
const site = resolve(dist, 'client');
await writeNotices(
  site,
  [
    client,
    early,
    application,
    inline,
    inlineApplication,
    inlinePinned,
    inlinePinnedApplication,
    earlyPinned,
  ].flatMap(({ modules }) => modules),
);
await writeNotices(resolve(dist, 'deploy'), await buildDeploy());
const own = await describeOwnScripts(site);
const page = {
  early: { whole: early.address, application: application.address },
  hostModule: client.address,
  offered,
  own,
};
await mkdir(resolve(dist, 'page'), { recursive: true });
await writeFile(resolve(dist, 'page/boot.js'), inline.code);
await writeFile(resolve(dist, 'page/boot-application.js'), inlineApplication.code);
await writeFile(resolve(dist, 'page/boot-pinned.js'), inlinePinned.code);
await writeFile(resolve(dist, 'page/boot-pinned-application.js'), inlinePinnedApplication.code);
await writeFile(resolve(dist, 'page/early-pinned.js'), earlyPinned.code);
await writeFile(resolve(dist, 'page/style.css'), style);
await writeFile(resolve(dist, 'page/style-application.css'), style + applicationStyle);
await writeFile(resolve(dist, 'page/page.json'), JSON.stringify(page));

async function writeNotices(folder: string, modules: readonly string[]): Promise<void> {
  const notices = toNotices(await findPackages(modules), console.warn);
  if (notices !== undefined) await writeFile(resolve(folder, noticesName), notices);
}
