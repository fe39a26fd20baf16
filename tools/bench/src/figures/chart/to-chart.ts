import type { Report } from '../report/report.ts';
import { toText } from '../to-text.ts';
import { type Bar, barsOf, type Page } from './bars-of.ts';
import { margin, round, toLetters, toSvg, width } from './to-svg.ts';
import { toTicks } from './to-ticks.ts';

const title = 'First visit: to the button, and to the full list';
const top = 56;
const nameHeight = 24;
const barHeight = 22;
const gap = 16;

/** No bar is longer, so that there is room for the words after it. */
const longest = 270;

/**
 * An SVG of the first visit, in milliseconds: for each page how long it takes until the button can be clicked, and until
 * the full list is there. Throws a sentence where neither was measured.
 */
export function toChart({ cold }: Pick<Report, 'cold'>): string {
  const pages = barsOf(cold);
  const ticks = toTicks(Math.max(...pages.flatMap(({ bars }) => bars.map(({ ms }) => ms))));
  const scale = longest / (ticks.at(-1) ?? 1);
  const bottom = topOf(pages, pages.length);
  const drawn = pages.flatMap((page, at) => drawPage(page, topOf(pages, at), scale));
  const body = [...drawAxis(ticks, scale, bottom), ...drawn];
  return toSvg({ title, description: describe(pages), height: bottom + 40, body });
}

/** Where the page at a place begins. */
function topOf(pages: readonly Page[], at: number): number {
  const heights = pages.slice(0, at).map(({ bars }) => nameHeight + bars.length * barHeight + gap);
  return heights.reduce((sum, height) => sum + height, top);
}

function drawPage({ name, bars }: Page, y: number, scale: number): readonly string[] {
  const letters = toLetters({ className: 'name', x: margin, y: y + 17 }, name);
  return [letters, ...bars.flatMap((bar, at) => drawBar(bar, y + nameHeight + at * barHeight, scale))];
}

function drawBar({ kind, ms, told }: Bar, y: number, scale: number): readonly string[] {
  const length = round(ms * scale);
  return [
    `<rect class="${kind}" x="${margin}" y="${y + 2}" width="${length}" height="${barHeight - 4}" rx="2"/>`,
    toLetters({ x: margin + length + 8, y: y + 17 }, told),
  ];
}

function drawAxis(ticks: readonly number[], scale: number, bottom: number): readonly string[] {
  const y = bottom + 22;
  const lines = ticks.flatMap((ms, at) => {
    const x = round(margin + ms * scale);
    return [
      `<path class="grid" d="M${x} ${top}V${bottom}"/>`,
      toLetters({ x, y, ...(at > 0 && { anchor: 'middle' }) }, toText(ms, 'count')),
    ];
  });
  return [...lines, toLetters({ x: width - margin, y, anchor: 'end' }, 'ms from navigation')];
}

function describe(pages: readonly Page[]): string {
  const told = pages.map(({ name, bars }) => `${name}: ${bars.map((bar) => bar.told).join('; ')}.`);
  return ['Milliseconds from navigation, medians.', ...told].join(' ');
}
