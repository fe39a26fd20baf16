/** The outline of the wallets' mark, a bridge in a square of 32. */
export const bridge = 'M6 21.5h20M9 21.5C10.5 14.5 13 11 16 11s5.5 3.5 7 10.5M16 11v10.5';

const SVG = 'http://www.w3.org/2000/svg';

/** Draws the mark as elements: the page's policy would have to allow a picture by address. */
export function createMark(): SVGSVGElement {
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', bridge);
  const mark = document.createElementNS(SVG, 'svg');
  mark.setAttribute('viewBox', '4 4 24 24');
  mark.append(path);
  return mark;
}
