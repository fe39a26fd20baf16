import { say } from '@linkspan/stack/say';
import type { Raw } from '../figures/raw.ts';
import type { Sample } from '../figures/sample.ts';
import { openPlace, type Place } from './open-place.ts';
import type { Opened } from './opened.ts';
import type { Options } from './options.ts';
import { toPlan } from './plan.ts';
import { readConditions } from './read-conditions.ts';
import { takeStays } from './take-stays.ts';
import { takeUpdate } from './take-update.ts';
import { tellFailed, tellTaken } from './tell-sample.ts';

/** A slow line of a phone. */
const link = { roundTripMs: 150, downKbps: 1_600, upKbps: 750 };
/** And a processor of one. */
const processorSlowdown = 4;

/** Builds what is not built, puts every page up, and takes all visits of a run. */
export async function measure(options: Options, opened: Opened): Promise<Raw> {
  const stays = toPlan(options);
  const visited = [...new Set(stays.map(({ subject }) => subject))];
  const place = await openPlace({ link, slower: processorSlowdown, subjects: visited }, opened);
  const { equipment, subjects } = place;
  const { rounds } = options;
  const conditions = await readConditions(equipment, { rounds, link, processorSlowdown });
  say(`${stays.reduce((sum, { visits }) => sum + visits.length, 0)} visits in ${rounds} rounds:`);
  const samples = await takeStays(stays, subjects, equipment);
  // At last, since the shell has another release of a remote from then on.
  const updated = options.isQuick ? [] : await updateOnce(place);
  return { conditions, samples: [...samples, ...updated] };
}

async function updateOnce({ subjects, equipment, releaseAgain }: Place): Promise<readonly Sample[]> {
  const shell = subjects.get('shell');
  if (shell === undefined) throw new Error('There is no shell.');
  try {
    const samples = await takeUpdate(shell, equipment, releaseAgain);
    for (const sample of samples) say(tellTaken(sample));
    return samples;
  } catch (error) {
    say(tellFailed({ subject: shell.name, scenario: 'updated', round: 1 }, error));
    return [];
  }
}
