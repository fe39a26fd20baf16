import type { Subject } from './subject.ts';
import type { Shown, Values } from './to-values.ts';
import { bytesOf, type Exchange, isScript } from './traffic.ts';
import type { Deeds } from './watch.ts';

/** What a visit has come to that connects a wallet, or waits for one to come back. */
export function toConnectValues(shown: Shown, { homes }: Subject, { picks, awaits }: Deeds): Values {
  const from = (prefixes: readonly string[] = []) =>
    shown.exchanges.filter(({ url }) => prefixes.some((prefix) => url.startsWith(prefix)));
  if (awaits !== undefined) return toRefetched(from(homes?.[awaits.family]), awaits.files);
  if (picks === undefined) return {};
  const { sight, asked, approved } = shown.seen;
  const connectedMs = Number(sight.connectedMs?.[picks]);
  return {
    ...{ askedMs: Number(asked[picks]), connectedMs },
    approvedToConnectedMs: connectedMs - Number(approved[picks]),
    ...(homes && { jsForConnect: toJsForConnect(from(homes[picks]), connectedMs) }),
  };
}

/** A remote's own scripts that had been asked for by then, but for its discovery, which every visitor has. */
function toJsForConnect(own: readonly Exchange[], connectedMs: number): number {
  const isNeeded = (one: Exchange) => isScript(one) && !/\/discovery[^/]*$/.test(one.url);
  return bytesOf(own.filter((one) => isNeeded(one) && one.startMs < connectedMs));
}

/** All that came again from a remote, its live document with it. */
function toRefetched(own: readonly Exchange[], files: readonly string[]): Values {
  if (!own.some(({ url, bytes }) => bytes > 0 && files.some((file) => url.endsWith(`/${file}`))))
    throw new Error(`The page came back without any of ${files.join(', ')}.`);
  return { refetchedBytes: bytesOf(own) };
}
