import { brotliCompressSync } from 'node:zlib';
import type { Chosen } from './choose.ts';
import type { Family, Subject } from './subject.ts';
import { bytesOf, type Exchange, isScript, toDepth } from './traffic.ts';
import { type Actions, familyOf, type Sight } from './watch.ts';

/** What was seen in the page itself. */
export interface Seen {
  readonly sight: Sight;
  /** When a family's wallet was asked first, and when it had approved. */
  readonly asked: Partial<Record<Family, number>>;
  readonly approved: Partial<Record<Family, number>>;
  readonly paintMs: number;
  /** The texts of the scripts that the page carries in itself. */
  readonly inlineScripts: readonly string[];
}

/** All that a visit has shown, from within the page and from without. */
export interface Shown {
  readonly seen: Seen;
  readonly exchanges: readonly Exchange[];
  readonly heapBytes: number;
  /** Where a person has chosen a wallet. */
  readonly chosen?: Chosen;
}

/** What a visit has come to: times in milliseconds from the navigation on, sizes in bytes as they came. */
export type Values = Readonly<Record<string, number>>;

/** A task blocks what a person does by what it takes beyond this (W3C Long Tasks; Total Blocking Time). */
const longMs = 50;

/** What a visit has come to; what was not seen is no number. Throws where the files that it waits for did not come. */
export function toValues(shown: Shown, subject: Subject, actions: Actions): Values {
  const { seen, exchanges, heapBytes } = shown;
  const { buttonMs = Number.NaN, listMs = Number.POSITIVE_INFINITY } = seen.sight;
  // One that is only fetched ahead by then has not been waited for.
  const scripts = exchanges.filter(({ type, endMs }) => type === 'Script' && endMs < buttonMs);
  return {
    ...{ paintMs: seen.paintMs, buttonMs, heapBytes },
    blockingMs: blockingUntil(shown, listMs),
    blockingAfterIdleMs: blockingUntil(shown, Number.POSITIVE_INFINITY),
    scriptsToButton: scripts.length,
    jsToButton: inlineOf(shown) + bytesOf(scripts),
    jsAfterIdle: jsUntil(shown, Number.POSITIVE_INFINITY),
    bytesAfterIdle: bytesOf(exchanges),
    requestsAfterIdle: exchanges.length,
    ...(seen.sight.drawnMs !== undefined && { drawnMs: seen.sight.drawnMs }),
    ...(seen.sight.listMs !== undefined && toListValues(shown, seen.sight.listMs)),
    ...toConnectValues(shown, subject, actions),
  };
}

function toListValues(shown: Shown, listMs: number): Values {
  const toList = shown.exchanges.filter(({ endMs }) => endMs <= listMs);
  return {
    ...{ listMs, jsToList: jsUntil(shown, listMs), bytesToList: bytesOf(toList) },
    ...{ requestsToList: toList.length, depthToList: toDepth(toList) },
  };
}

/** Of all tasks that had begun by then. */
function blockingUntil({ seen }: Shown, ms: number): number {
  const before = seen.sight.longTasks?.filter(([startMs]) => startMs < ms) ?? [];
  return before.reduce((sum, [, durationMs]) => sum + durationMs - longMs, 0);
}

/** Of all scripts that had been asked for by then, with those in the page itself. */
function jsUntil(shown: Shown, ms: number): number {
  const scripts = shown.exchanges.filter((one) => isScript(one) && one.startMs < ms);
  return inlineOf(shown) + bytesOf(scripts);
}

/** Of the scripts in the page itself, as they would be packed. */
function inlineOf({ seen }: Shown): number {
  return seen.inlineScripts.reduce((sum, text) => sum + brotliCompressSync(text).length, 0);
}

/** What a visit has come to that connects a wallet, or waits for one to come back. */
function toConnectValues(shown: Shown, { homes }: Subject, actions: Actions): Values {
  const { seen, exchanges, chosen } = shown;
  const family = familyOf(actions);
  if (family === undefined) return {};
  const prefixes = homes?.[family] ?? [];
  const own = exchanges.filter(({ url }) => prefixes.some((prefix) => url.startsWith(prefix)));
  if (actions.awaits) return toRefetched(own, actions.awaits.anyOf);
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
