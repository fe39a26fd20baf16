import type { Outcome } from './load-page.ts';
import type { Visit, Visitor } from './visitor.ts';

/** What came of one visit. */
export interface Ended {
  /** Which visitor of the seed, and which of its visits. */
  readonly visitor: number;
  readonly visit: number;
  /** ISO 8601. */
  readonly at: string;
  readonly clock: Visitor['clock'];
  readonly network: Visit['network'];
  /** Whether the browser kept something from a visit before. */
  readonly returns: boolean;
  /** Of each remote that was live before and after, but for those that are held back. */
  readonly outcomes: readonly Outcome[];
  /**
   * How many remotes are withdrawn by the last document that this page could have, and brought back by one that it
   * could not: what was taken back must not run until its team is heard.
   */
  readonly heldBack: number;
  /** How long the page waited for all of them, in milliseconds. */
  readonly tookMs: number;
  /** The releases that ran although their team had taken them off longer ago than a document lives. */
  readonly outlived: readonly string[];
}

/** What came of all visits. */
export interface Tally {
  /** Of all, by what counts them, and of those with a network and a clock that can be right. */
  readonly visits: Readonly<Record<string, number>>;
  /** Of the remotes of the visits that count. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** The visits that count. */
  readonly counted: number;
  /** Those of them that connect. */
  readonly connected: number;
  /** The first that count and do not connect. */
  readonly failed: readonly Ended[];
  /** The visits that ran what they should not have. */
  readonly outlived: readonly Ended[];
  /** Those with a wrong clock that did not hear of it, although the documents of two remotes came. */
  readonly misled: readonly Ended[];
}

/** A tally to add visits to. */
export interface OpenTally extends Tally {
  add(ended: Ended): void;
}

const mostFailed = 30;

export function createTally(): OpenTally {
  const visits: Record<string, number> = {};
  const outcomes: Record<string, number> = {};
  const failed: Ended[] = [];
  const outlived: Ended[] = [];
  const misled: Ended[] = [];
  const note = (counts: Record<string, number>, name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  const tally = {
    visits,
    outcomes,
    failed,
    outlived,
    misled,
    counted: 0,
    connected: 0,
    add(ended: Ended) {
      const connects = ended.outcomes.every(({ by }) => by !== 'none');
      const how = connects ? 'connect' : 'do not connect';
      if (ended.outlived.length > 0) outlived.push(ended);
      if (ended.network === 'none') return note(visits, `without a network: ${how}`);
      if (ended.clock === 'wrong') {
        if (!isTold(ended)) misled.push(ended);
        return note(visits, `with a wrong clock: ${codesOf(ended).join(', ')}`);
      }
      for (const one of ended.outcomes) note(outcomes, one.by === 'none' ? one.code : `by ${one.by}`);
      if (ended.heldBack > 0) note(visits, 'with a remote that is held back');
      note(visits, `${ended.returns ? 'returning' : 'new'}: ${how}`);
      note(visits, `clock ${ended.clock}: ${how}`);
      tally.counted += 1;
      if (connects) tally.connected += 1;
      else if (failed.length < mostFailed) failed.push(ended);
    },
  };
  return tally;
}

/** As lines to read. */
export function describeTally({ visits, outcomes, counted, connected, ...bad }: Tally): string {
  const lines = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .sort()
      .map(([name, count]) => `  ${name}: ${count}`);
  return [
    `${connected} of ${counted} visits connect: ${((100 * connected) / counted).toFixed(4)} %`,
    'Visits',
    ...lines(visits),
    'Remotes of the visits that count',
    ...lines(outcomes),
    ...[...bad.failed, ...bad.outlived, ...bad.misled].map((one) => JSON.stringify(one)),
  ].join('\n');
}

/** With one document alone, nobody can tell a clock from a team. */
function isTold(ended: Ended): boolean {
  const codes = ended.outcomes.map((one) => (one.by === 'none' ? one.code : one.by));
  const silent = codes.filter((code) => code === 'release/unreachable' || code === 'release/malformed');
  return codes.includes('release/clock') || codes.length - silent.length < 2;
}

function codesOf({ outcomes }: Ended): readonly string[] {
  const all = outcomes.map((one) => (one.by === 'none' ? one.code : 'connects'));
  return [...new Set(all)].sort();
}
