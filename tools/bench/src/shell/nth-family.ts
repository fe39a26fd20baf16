import { remotes } from '@linkspan/stack/deliver';

/** What a family of a page is made of. */
export interface Nth {
  /** Which of the house's remotes it is like: its place among them. */
  readonly like: number;
  /** What its names end with: nothing for the house's own families. */
  readonly ending: string;
  /** The name of its remote. */
  readonly remote: string;
}

/**
 * The family at a place of a page that registers many. The house has three; beyond these its remotes come again under
 * further names, such as `remote-evm-2`, in the order of the house.
 */
export function toNth(at: number): Nth {
  const like = at % remotes.length;
  const turn = Math.floor(at / remotes.length) + 1;
  const ending = turn === 1 ? '' : `-${turn}`;
  return { like, ending, remote: `${remotes[like]}${ending}` };
}
