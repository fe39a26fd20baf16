/** The outline of the wallets' mark, in a square of 32. */
export const bridge = 'M6 21.5h20M9 21.5C10.5 14.5 13 11 16 11s5.5 3.5 7 10.5M16 11v10.5';

/** Draws a wallet's icon as a base64 data address: a bridge on the colour of the first or second wallet. */
export function toIcon(isSecond: boolean): `data:image/svg+xml;base64,${string}` {
  const [from, to] = isSecond ? ['#3fb8a3', '#12705f'] : ['#9a7cf8', '#5d3fd3'];
  const drawing =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1">` +
    `<stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>` +
    `<rect width="32" height="32" rx="9" fill="url(#g)"/>` +
    `<path d="${bridge}" fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round"/></svg>`;
  return `data:image/svg+xml;base64,${btoa(drawing)}`;
}
