/** How often something of a family was published, since the page was loaded. */
export interface Tally {
  /** All of it, also what was refused or said nothing new. */
  published: number;
  /** What said the same as before: it changed nothing, and nobody was told. */
  same: number;
  /** What the publisher was thrown an error for. */
  refused: number;
}

export function createTally(): Tally {
  return { published: 0, same: 0, refused: 0 };
}

/** A way to publish that is counted. It throws as the publishing does. */
export function counted<Given>(tally: Tally, publish: (given: Given) => void): (given: Given) => void {
  return (given) => {
    tally.published += 1;
    try {
      publish(given);
    } catch (error) {
      tally.refused += 1;
      throw error;
    }
  };
}
