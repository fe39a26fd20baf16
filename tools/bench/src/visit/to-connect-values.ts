import type { Chosen } from './choose.ts';
import type { Subject } from './subject.ts';
import type { Shown, Values } from './to-values.ts';
import { bytesOf, type Exchange, isScript } from './traffic.ts';
import { type Deeds, familyOf } from './watch.ts';

/** What a visit has come to that connects a wallet, or waits for one to come back. */
export function toConnectValues(shown: Shown, { homes }: Subject, deeds: Deeds): Values {
  const { seen, exchanges, chosen } = shown;
  const family = familyOf(deeds);
  if (family === undefined) return {};
  const prefixes = homes?.[family] ?? [];
  const own = exchanges.filter(({ url }) => prefixes.some((prefix) => url.startsWith(prefix)));
  if (deeds.awaits) return toRefetched(own, deeds.awaits.anyOf);
  const connectedMs = Number(seen.sight.connectedMs?.[family]);
  const approvedToConnectedMs = connectedMs - Number(seen.approved[family]);
  // When somebody chooses is up to them: only what comes after it tells of the page.
  if (chosen) return { approvedToConnectedMs, ...toStages(exchanges, chosen) };
  return {
    ...{ askedMs: Number(seen.asked[family]), connectedMs, approvedToConnectedMs },
    ...(homes && { jsForConnect: toJsForConnect(own, connectedMs) }),
  };
}

/** What the page itself carries is not among these: it was there before all of them. */
function toStages(exchanges: readonly Exchange[], { byHover, byPress }: Chosen): Values {
  const jsOf = (some: readonly Exchange[]) => bytesOf(some.filter(isScript));
  return {
    jsAtRest: jsOf(exchanges.slice(0, byHover)),
    jsOnHover: jsOf(exchanges.slice(byHover, byPress)),
    jsOnPress: jsOf(exchanges.slice(byPress)),
  };
}

/** A remote's own scripts that had been asked for by then, but for its discovery, which every visitor has. */
function toJsForConnect(own: readonly Exchange[], connectedMs: number): number {
  const isNeeded = (one: Exchange) => isScript(one) && !/\/discovery[^/]*$/.test(one.url);
  return bytesOf(own.filter((one) => isNeeded(one) && one.startMs < connectedMs));
}

/** All that came again from a remote, its live document with it. */
function toRefetched(own: readonly Exchange[], anyOf: readonly string[]): Values {
  if (!own.some(({ url, bytes }) => bytes > 0 && anyOf.some((file) => url.endsWith(`/${file}`))))
    throw new Error('The page came back without any file of the new release.');
  return { refetchedBytes: bytesOf(own) };
}
