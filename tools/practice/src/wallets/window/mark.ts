import type { Family } from '../family.ts';
import { familyMarks } from '../family-marks.ts';
import { createElement } from './element.ts';

/** The outline of the wallets' mark, a bridge in a square of 32. */
export const bridge = 'M6 21.5h20M9 21.5C10.5 14.5 13 11 16 11s5.5 3.5 7 10.5M16 11v10.5';

const SVG = 'http://www.w3.org/2000/svg';

/** Draws the wallets' mark. */
export function createMark(): SVGSVGElement {
  return createDrawing('4 4 24 24', bridge);
}

/** Draws a family's mark on its color. */
export function createFamilyMark(family: Family): HTMLElement {
  return createElement('span', { class: 'family-mark', 'data-family': family }, drawFamily(family));
}

/** Draws a family's mark alone, in the color of the text. */
export function drawFamily(family: Family): SVGSVGElement {
  return createDrawing('0 0 20 20', familyMarks[family].path);
}

/** Draws as elements: the page's policy would have to allow a picture by address. */
function createDrawing(viewBox: string, outline: string): SVGSVGElement {
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', outline);
  const drawing = document.createElementNS(SVG, 'svg');
  drawing.setAttribute('viewBox', viewBox);
  drawing.setAttribute('aria-hidden', 'true');
  drawing.append(path);
  return drawing;
}
