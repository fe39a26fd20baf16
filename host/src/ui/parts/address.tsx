import { toGroups } from '../texts/address.ts';

/** A small picture of an account, in two near hues: the same for the same address, so that a change is seen. */
export function Avatar({ address }: { address: string }) {
  const seed = toSeed(address);
  const hue = seed % 360;
  const near = (hue + 300 + ((seed >>> 9) % 120)) % 360;
  const turn = (seed >>> 16) % 360;
  return (
    <svg className="avatar" width="36" height="36" viewBox="0 0 38 38" aria-hidden="true">
      <rect width="38" height="38" fill={`oklch(66% .11 ${hue})`} />
      <g transform={`rotate(${turn} 19 19)`}>
        <circle cx="29" cy={6 + ((seed >>> 4) % 7)} r="19" fill={`oklch(86% .09 ${near})`} />
        <circle cx="9" cy={32 - ((seed >>> 24) % 7)} r="17" fill={`oklch(42% .13 ${hue})`} />
      </g>
    </svg>
  );
}

/** FNV-1a, 32 bits. */
function toSeed(text: string): number {
  let seed = 0x811c9dc5;
  for (const sign of text) seed = Math.imul(seed ^ (sign.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return seed;
}

/** A code in groups for the eye; a screen reader and a copy have it whole. */
export function Exact({ code }: { code: string }) {
  return (
    <bdi className="mono exact" translate="no">
      {toGroups(code).map(({ at, part }) => (
        <span key={at}>{part}</span>
      ))}
    </bdi>
  );
}
