import * as z from 'zod';
import { changeFaults } from '../../fault-control/change-faults.ts';
import type { RemoteAnswers, RemoteStage } from '../../remotes/create-faulty-server.ts';
import { families, familyTitles } from '../family.ts';
import type { FaultGrid, Target } from './fault-grid.ts';
import { readOne } from './read-one.ts';

/** What each stage of loading brings. */
const stages: Readonly<Record<RemoteStage, string>> = {
  connector: 'Code that connects',
  discovery: 'Code that lists wallets',
  document: 'Signed list of versions',
};

/** How a remote's server can answer other than it should. */
const codeFaults: Readonly<Record<Exclude<RemoteAnswers, 'soundly'>, string>> = {
  missing: 'Is missing (404)',
  slow: 'Comes 3 seconds late',
  hangs: 'Never comes',
  serverError: 'Is an error (500)',
  html: 'Is a web page',
  cutShort: 'Is cut in half',
  altered: 'Has one byte changed',
  reset: 'Breaks the connection',
};

/** Beside the practice wallets, where a page is served with them: its remotes, and where those are served. */
const servedFile = 'bench.json';
const servedShape = z.strictObject({
  remotes: z.array(z.strictObject({ family: z.enum(families), name: z.string(), url: z.url() })),
});
type Served = z.infer<typeof servedShape>['remotes'][number];

/**
 * What can be wrong with the code of each family, a grid for each stage of loading. `beside` is the address of the
 * practice wallets.
 */
export function createCodeGrids(beside: string): readonly FaultGrid[] {
  const load = async () => {
    const response = await fetch(new URL(servedFile, beside));
    return servedShape.parse(await response.json()).remotes;
  };
  return Object.entries(stages).map(([stage, title]) => ({
    id: stage,
    title,
    faults: codeFaults,
    targets: async () => (await load()).map((served) => toTarget(stage, served)),
    failed: 'The code of this page cannot be changed from here.',
  }));
}

/** Of each stage, the code has one fault at a time. */
function toTarget(stage: string, { family, name, url }: Served): Target {
  return {
    family,
    title: familyTitles[family],
    async read() {
      const answers = (await readOne(url, name))[stage];
      return typeof answers === 'string' ? [answers] : [];
    },
    async set(fault, isOn) {
      const others = await readOne(url, name);
      await changeFaults(url, { [name]: { ...others, [stage]: isOn ? fault : 'soundly' } });
      return `${name}: changed. It shows once the page is loaded again.`;
    },
    reset: () => changeFaults(url, { [name]: {} }),
  };
}
