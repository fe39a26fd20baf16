import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bytes } from '@linkspan/trust';
import { toCanonicalJson } from '@linkspan/trust/sign';
import type { Random } from '@linkspan/trust/testing';
import { readTrust } from '../../deploy/read-trust.ts';
import { type PageTrust, readPageTrust } from '../../releases/page-trust.ts';
import { fakeConfig } from '../fake-shell.ts';
import { dayMs, rates } from './rates.ts';
import { lastAt } from './team-history.ts';
import type { TeamMonth } from './team-month.ts';

/** A page as the host team has deployed it. */
export interface Deploy {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** What the page reads of itself. */
  readonly trust: PageTrust;
  /** The copies beside it, by their addresses. */
  readonly copies: ReadonlyMap<string, Bytes>;
}

/** The deploys of the days that begin at `start`, each by what the teams had published shortly before. */
export async function deployMonth(
  random: Random,
  { teams, start }: { readonly teams: readonly TeamMonth[]; readonly start: number },
): Promise<readonly Deploy[]> {
  const folder = await mkdtemp(join(tmpdir(), 'linkspan-month-'));
  const deploys: Deploy[] = [];
  const end = start + rates.days * dayMs;
  for (let at = start; at < end; at += random.between(rates.host.betweenDeploysMs)) {
    const taken = at - random.between(rates.host.documentsAgeMs);
    deploys.push(await deployAt({ at, taken, teams, folder }));
  }
  await rm(folder, { recursive: true });
  return deploys;
}

interface Taken {
  readonly at: number;
  /** When the documents were taken from their stores. */
  readonly taken: number;
  readonly teams: readonly TeamMonth[];
  readonly folder: string;
}

/** A document that has expired is left out, as the deploy's refusal advises. */
async function deployAt({ at, taken, teams, folder }: Taken): Promise<Deploy> {
  const documents = teams.map(({ remote, published, roots }) => {
    const { at: since, live, root } = lastAt(published, taken);
    const isGood = at < since + rates.lifeMs;
    return { remote, root: roots.get(root)?.bytes as Bytes, live: isGood ? live : undefined };
  });
  for (const { remote, root, live } of documents) {
    await mkdir(join(folder, remote), { recursive: true });
    await writeFile(join(folder, remote, 'root.json'), root);
    if (live !== undefined) await writeFile(join(folder, remote, 'live.json'), live);
  }
  const families = fakeConfig.families.map((family) => {
    const { name } = family.remote;
    const live = documents.some((one) => one.remote === name && one.live) && { live: `${name}/live.json` };
    return { ...family, remote: { ...family.remote, root: `${name}/root.json`, ...live } };
  });
  const read = await readTrust({ ...fakeConfig, families }, { folder, now: at, offered: {} });
  const { documents: copies, ahead: _, ...trust } = read;
  return {
    at,
    trust: readPageTrust(JSON.parse(new TextDecoder().decode(toCanonicalJson(trust)))),
    copies: new Map([...copies].map(([path, bytes]) => [`/${path}`, bytes])),
  };
}
