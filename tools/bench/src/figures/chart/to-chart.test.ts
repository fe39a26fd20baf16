import { Window } from 'happy-dom';
import { describe, expect, it } from 'vitest';
import { compareVisits } from '../report/compare-visits.ts';
import { samplesOf } from '../testing/samples-of.ts';
import { toChart } from './to-chart.ts';
import { toCurve } from './to-curve.ts';
import { toTicks } from './to-ticks.ts';

const samples = [
  ...samplesOf('floor', 'cold', { buttonMs: [1_000], listMs: [1_200] }),
  ...samplesOf('single', 'cold', { buttonMs: [1_100] }),
  ...samplesOf('shell', 'cold', { buttonMs: [400], listMs: [600] }),
  ...samplesOf('shell-unenforced', 'cold', { buttonMs: [400], listMs: [600] }),
];
const drawn = toChart({ cold: compareVisits(samples, 'cold') });

/** The whole of a picture: what is not well formed as XML would be cut, or become an error's text. */
function parse(svg: string) {
  const parser = new new Window().DOMParser();
  const document = parser.parseFromString(svg, 'image/svg+xml');
  expect(document.querySelector('parsererror')).toBeNull();
  return document;
}

const textsOf = (svg: string) =>
  [...parse(svg).querySelectorAll('text')].map(({ textContent }) => textContent);

describe('the chart', () => {
  it('has a bar for each time that was measured of a page that it shows', () => {
    const bars = [...parse(drawn).querySelectorAll('rect.button, rect.list')];
    const told = bars.map((bar) => [bar.getAttribute('class'), Number(bar.getAttribute('width'))]);
    // The axis ends at 1,500, which is 270 wide.
    expect(told).toEqual([
      ['button', 180],
      ['list', 216],
      ['button', 198],
      ['button', 72],
      ['list', 108],
    ]);
  });

  it('tells beside each bar how many times the page by hand it takes', () => {
    expect(textsOf(drawn)).toEqual(
      expect.arrayContaining([
        'button 1,000 ms',
        'button 400 ms, 0.40 × by hand',
        'list 600 ms, 0.50 × by hand',
      ]),
    );
  });

  it('tells people who do not see it the same', () => {
    const document = parse(drawn);
    expect(document.documentElement?.getAttribute('aria-labelledby')).toBe('title description');
    expect(document.querySelector('title')?.textContent).toBe(
      'First visit: to the button, and to the full list',
    );
    expect(document.querySelector('desc')?.textContent).toBe(
      'Milliseconds from navigation, medians. by hand, React: button 1,000 ms; list 1,200 ms. one ordinary build: button 1,100 ms, 1.10 × by hand. the shell: button 400 ms, 0.40 × by hand; list 600 ms, 0.50 × by hand.',
    );
  });

  it('loads nothing, and has colours for dark pages', () => {
    expect(drawn.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(
      /https?:|url\(|@import|<script/,
    );
    expect(drawn).toContain('@media (prefers-color-scheme: dark)');
  });

  it('says that there is nothing to draw', () =>
    expect(() => toChart({ cold: [] })).toThrow('There is nothing to draw: no page has buttonMs or listMs.'));
});

describe('the curve', () => {
  const points = [
    { families: 1, listMs: 500 },
    { families: 12, listMs: 700 },
    { families: 24, listMs: 1_000 },
  ];

  it('has a point for each count, in its place', () => {
    const dots = [...parse(toCurve(points)).querySelectorAll('circle')];
    // From 72 to 552 for 1 to 24, and from 286 up to 80 for 0 to 1,000 ms.
    expect(dots.map((dot) => [Number(dot.getAttribute('cx')), Number(dot.getAttribute('cy'))])).toEqual([
      [72, 183],
      [301.6, 141.8],
      [552, 80],
    ]);
  });

  it('joins them by one line', () =>
    expect(parse(toCurve(points)).querySelector('polyline')?.getAttribute('points')).toBe(
      '72,183 301.6,141.8 552,80',
    ));

  it('tells people who do not see it each time', () =>
    expect(parse(toCurve(points)).querySelector('desc')?.textContent).toContain(
      '1: 500 ms; 12: 700 ms; 24: 1,000 ms.',
    ));

  it('needs two points', () =>
    expect(() => toCurve(points.slice(0, 1))).toThrow('A curve needs two points, and fewer were measured.'));
});

describe('an axis', () => {
  it.each([
    [1_200, [0, 500, 1_000, 1_500]],
    [3_941, [0, 1_000, 2_000, 3_000, 4_000]],
    [4, [0, 1, 2, 3, 4]],
    [1_000, [0, 250, 500, 750, 1_000]],
  ])('up to %d has round steps', (most, ticks) => expect(toTicks(most)).toEqual(ticks));
});
