import { buildSource } from '../place/build-source.ts';
import type { Team } from '../place/team.ts';

/** A release that declares the contract it needs, and the page that is asked whether it can run it. */
export interface Declared {
  readonly version: string;
  readonly contract: string;
  /** The page's address. */
  readonly host: string;
}

/** Has a team declare in its source which contract its remote needs, build that, and make it live. */
export async function deliverDeclared(
  team: Team,
  remote: string,
  { version, contract, host }: Declared,
): Promise<void> {
  const from = `name: '${remote}',`;
  const edit = { file: 'vite.config.ts', from, into: `contract: '${contract}', ${from}` };
  const folder = await buildSource(team, { remote, version, edit });
  await team.run(`check ${folder} --static`);
  await team.run(`sign ${folder} ${team.by('person')}`);
  await team.run(`publish ${folder} --host ${host}`);
  await team.run(`promote ${remote} ${version} ${team.by('machine')}`);
}
