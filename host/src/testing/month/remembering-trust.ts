import type * as Trust from '@linkspan/trust';

type VerifyLive = typeof Trust.verifyLive;
type VerifyInput = Parameters<VerifyLive>[0];

/** What was found good, and from when until when, in milliseconds since 1970. */
interface Good {
  readonly envelope: Trust.Bytes;
  readonly live: Trust.Live;
  from: number;
  until: number;
}

/**
 * The rules of trust, which remember what they have found good: many visits verify few documents. What was good at
 * one time and at a later one, under the same root and with the same seen, is good between, since each rule of time
 * is a bound: this alone is not worked out again. What is refused is judged again each time.
 */
export function rememberingTrust(trust: typeof Trust): Pick<typeof Trust, 'verifyLive' | 'verifyRootChain'> {
  return {
    verifyLive: rememberLive(trust.verifyLive),
    verifyRootChain: rememberChains(trust.verifyRootChain),
  };
}

function rememberLive(verifyLive: VerifyLive): VerifyLive {
  const byRoot = new WeakMap<Trust.Root, Map<string, Good[]>>();
  return async (given) => {
    const { root, seen, blocklist, envelope, now } = given;
    if (blocklist !== undefined) return verifyLive(given);
    const known = byRoot.get(root) ?? new Map<string, Good[]>();
    byRoot.set(root, known);
    const key = `${toTail(envelope)} ${JSON.stringify(seen)}`;
    const good = known.get(key)?.find((one) => Buffer.compare(one.envelope, envelope) === 0);
    if (good !== undefined && good.from <= now && now <= good.until) return good.live;
    const live = await verifyLive(given);
    if (good === undefined)
      known.set(key, [...(known.get(key) ?? []), { envelope, live, from: now, until: now }]);
    else Object.assign(good, { from: Math.min(good.from, now), until: Math.max(good.until, now) });
    return good?.live ?? live;
  };
}

function rememberChains(verifyRootChain: typeof Trust.verifyRootChain): typeof Trust.verifyRootChain {
  const byRoot = new WeakMap<Trust.Root, Map<string, Promise<Trust.Root>>>();
  return (root, candidates) => {
    const known = byRoot.get(root) ?? new Map<string, Promise<Trust.Root>>();
    byRoot.set(root, known);
    const key = candidates.map((one) => Buffer.from(one).toString('latin1')).join('\n');
    const newest = known.get(key) ?? verifyRootChain(root, candidates);
    known.set(key, newest);
    return newest;
  };
}

/** Of an envelope: its signature, by which documents differ. */
function toTail(envelope: VerifyInput['envelope']): string {
  return Buffer.from(envelope.buffer, envelope.byteOffset, envelope.length).toString(
    'latin1',
    Math.max(0, envelope.length - 120),
  );
}
