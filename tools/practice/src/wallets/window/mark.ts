import { bridge } from '../icon.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** Draws the wallets' mark, a bridge, as elements: a picture by address would need leave of the page's policy. */
export function createMark(): SVGSVGElement {
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', bridge);
  const mark = document.createElementNS(SVG, 'svg');
  mark.setAttribute('viewBox', '4 4 24 24');
  mark.append(path);
  return mark;
}
