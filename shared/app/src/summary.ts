interface Claim {
  readonly summary: string;
}

/** Those that have not settled. */
const running = new Set<Claim>();
/** The one that is being called right now. */
let called: Claim | undefined;

/**
 * Runs `run`, and gives the page the application's own words for each request to a wallet that begins until it has settled, of
 * whatever library: one line of at most 120 characters. The page shows them quoted, as what the application says. While several
 * run, a request has the words of the one that makes it at once, and otherwise none. The requests of `getLinkspan()` have the
 * page's words. Resolves or rejects as `run` does; a summary that is no text rejects the requests with `input/call`.
 */
export async function withSummary<Value>(
  summary: string,
  run: () => Value | Promise<Value>,
): Promise<Awaited<Value>> {
  const claim = { summary };
  running.add(claim);
  try {
    return await callBy(claim, run);
  } finally {
    running.delete(claim);
  }
}

function callBy<Value>(claim: Claim, run: () => Value): Value {
  const before = called;
  called = claim;
  try {
    return run();
  } finally {
    called = before;
  }
}

/** What the application says about a request that begins now. */
export function claimInUse(): Partial<Claim> {
  const [only, ...others] = running;
  return called ?? (others.length === 0 ? only : undefined) ?? {};
}
