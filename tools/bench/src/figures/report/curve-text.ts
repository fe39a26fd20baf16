import type { Conditions } from '../conditions.ts';
import { nameMeasure, unitOf } from '../measures.ts';
import { toText } from '../to-text.ts';
import { besides, type CurvePoint } from './curve-of.ts';
import { toTable } from './to-table.ts';

const measures = ['listMs', ...besides] as const;

/** The curve in words and numbers: a row for each count of families, and what one more comes to. Nothing of one point. */
export function toCurveText(
  curve: readonly CurvePoint[],
  link: Pick<Conditions['link'], 'downKbps'>,
): readonly string[] {
  const [least, most] = [curve[0], curve.at(-1)];
  if (least === undefined || most === undefined || least === most) return [];
  return [
    '## Many families',
    'A first visit, by how many families are registered. The list is full when it has a wallet of each.',
    '![Time to the full list, by registered families](bench-curve.svg)',
    toCurveTable(curve),
    toSlope(least, most, link),
  ];
}

function toCurveTable(curve: readonly CurvePoint[]): string {
  const columns = ['families', ...measures.map(nameMeasure)].map((head) => ({ head, isNumber: true }));
  const lines = curve.map((point) => [
    `${point.families}`,
    ...measures.map((measure) => {
      const value = point[measure];
      return value === undefined ? '–' : toText(value, unitOf(measure));
    }),
  ]);
  return toTable(columns, lines);
}

/** What each family adds between two points, and how much of that is the link's. */
function toSlope(
  least: CurvePoint,
  most: CurvePoint,
  { downKbps }: Pick<Conditions['link'], 'downKbps'>,
): string {
  const added = (measure: (typeof measures)[number]) =>
    ((most[measure] ?? Number.NaN) - (least[measure] ?? Number.NaN)) / (most.families - least.families);
  const ms = added('listMs');
  const bytes = added('bytesToList');
  const onLinkMs = downKbps === null ? 0 : (bytes * 8) / downKbps;
  const blockingMs = added('blockingMs');
  const told = [
    `Between ${least.families} and ${most.families}, each additional family adds ${toText(ms, 'ms')} to the list.`,
    Number.isFinite(onLinkMs) &&
      `It brings ${toText(bytes, 'bytes')}, which take ${toText(onLinkMs, 'ms')} of the link: ${toShare(onLinkMs, ms)} of that.`,
    Number.isFinite(blockingMs) && `What blocks the page grows by ${toText(blockingMs, 'ms')}.`,
    '[Scale](host.md#scale) says what dominates.',
  ];
  return told.filter((one) => one !== false).join(' ');
}

function toShare(part: number, whole: number): string {
  return whole > 0 ? `${toText((100 * part) / whole, 'count')} %` : '–';
}
