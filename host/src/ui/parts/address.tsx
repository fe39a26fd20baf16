import { toGroups } from '../texts/address.ts';

/** A small picture of an account: the same for the same address, so that a change is seen. */
export function Avatar({ address }: { address: string }) {
  const seed = toSeed(address);
  const hue = seed % 360;
  const draws = [1, 2, 3].map((index) => draw(seed, index));
  return (
    <svg className="avatar" width="36" height="36" viewBox="0 0 38 38" aria-hidden="true">
      <rect width="38" height="38" fill={`oklch(80% .09 ${hue})`} />
      {draws.map(({ x, y, radius, onFocus, light }) => (
        <circle
          key={onFocus}
          cx={x}
          cy={y}
          r={radius}
          fill={`oklch(${light}% .12 ${(hue + onFocus) % 360})`}
        />
      ))}
    </svg>
  );
}

/** A blob of the picture, from bits of the seed that the others do not use. */
function draw(seed: number, index: number) {
  const bits = Math.imul(seed ^ (index * 0x9e3779b9), 0x85ebca6b) >>> 0;
  return {
    x: (bits & 0xff) % 38,
    y: ((bits >>> 8) & 0xff) % 38,
    radius: 9 + (((bits >>> 16) & 0xff) % 9),
    onFocus: index * 32 + (bits >>> 27),
    light: 54 + index * 7,
  };
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
