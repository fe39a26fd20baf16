import type { CurvePoint } from '../report/curve-of.ts';
import { toText } from '../to-text.ts';
import { round, toLetters, toSvg, width } from './to-svg.ts';
import { toTicks } from './to-ticks.ts';

const title = 'Full list, by registered families';
const field = { left: 72, top: 80, right: width - 48, bottom: 286 };
const labelled = [1, 3, 6, 12, 18, 24];

/** Turns a point into a place of the drawing. */
interface Scale {
  x(families: number): number;
  y(ms: number): number;
}

/**
 * An SVG of how long the full list takes, in milliseconds, with so many families registered. Throws a sentence where
 * there are fewer than two points.
 */
export function toCurve(points: readonly CurvePoint[]): string {
  if (points.length < 2) throw new Error('A curve needs two points, and fewer were measured.');
  const ticks = toTicks(Math.max(...points.map(({ listMs }) => listMs)));
  const scale = toScale(points, ticks.at(-1) ?? 1);
  const body = [
    ...drawTimes(ticks, scale),
    ...drawFamilies(points, scale),
    `<polyline class="line" points="${points.map((point) => toPlace(point, scale)).join(' ')}"/>`,
    ...points.map((point) => drawPoint(point, scale)),
  ];
  return toSvg({ title, description: describe(points), height: field.bottom + 60, body });
}

function toScale(points: readonly CurvePoint[], mostMs: number): Scale {
  const counts = points.map(({ families }) => families);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return {
    x: (families) => round(field.left + ((families - least) / (most - least)) * (field.right - field.left)),
    y: (ms) => round(field.bottom - (ms / mostMs) * (field.bottom - field.top)),
  };
}

function drawTimes(ticks: readonly number[], { y }: Scale): readonly string[] {
  const x = field.left - 8;
  const lines = ticks.flatMap((ms) => [
    `<path class="grid" d="M${field.left} ${y(ms)}H${field.right}"/>`,
    toLetters({ x, y: y(ms) + 5, anchor: 'end' }, toText(ms, 'count')),
  ]);
  return [...lines, toLetters({ x, y: field.top - 18, anchor: 'end' }, 'ms')];
}

/** Below their points: a few of the counts, and what they count. */
function drawFamilies(points: readonly CurvePoint[], { x }: Scale): readonly string[] {
  const counts = points.map(({ families }) => families).filter((families) => labelled.includes(families));
  return [
    ...counts.map((families) =>
      toLetters({ x: x(families), y: field.bottom + 24, anchor: 'middle' }, `${families}`),
    ),
    toLetters({ x: width / 2, y: field.bottom + 46, anchor: 'middle' }, 'registered families'),
  ];
}

function drawPoint(point: CurvePoint, { x, y }: Scale): string {
  return `<circle class="list" cx="${x(point.families)}" cy="${y(point.listMs)}" r="3.5"/>`;
}

function toPlace({ families, listMs }: CurvePoint, { x, y }: Scale): string {
  return `${x(families)},${y(listMs)}`;
}

function describe(points: readonly CurvePoint[]): string {
  const told = points.map(({ families, listMs }) => `${families}: ${toText(listMs, 'ms')}`);
  return `Milliseconds from navigation to the full list, medians, by registered families. ${told.join('; ')}.`;
}
