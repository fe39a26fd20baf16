import { mkdir, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describeOwnScripts } from './build/own-scripts.ts';
import {
  buildBoot,
  buildClient,
  buildDeploy,
  buildEarlyScript,
  buildStyle,
  dist,
  readOffered,
} from './build/targets.ts';

// Builds the host: scripts for the browser, the parts of its page, and the command that deploys them.

await rm(dist, { recursive: true, force: true });
const client = await buildClient();
const early = await buildEarlyScript();
const [handover, style, offered] = [await buildBoot('inline'), await buildStyle(), await readOffered()];
await buildDeploy();
const own = await describeOwnScripts(resolve(dist, 'client'));
await mkdir(resolve(dist, 'page'), { recursive: true });
await writeFile(resolve(dist, 'page/boot.js'), handover);
await writeFile(resolve(dist, 'page/style.css'), style);
await writeFile(resolve(dist, 'page/page.json'), JSON.stringify({ early, ...client, offered, own }));
