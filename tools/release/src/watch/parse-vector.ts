import { list, Misshapen, type Shape, text } from '@linkspan/contract';
import { openRecord } from '@linkspan/trust';

const label = text(undefined, undefined, 300);

const count: Shape<number> = (value, place) => {
  const found = typeof value === 'string' && /^[\d.e+-]+$/i.test(value) ? Number(value) : Number.NaN;
  if (Number.isFinite(found) && found >= 0) return found;
  throw new Misshapen(place, 'a number from 0 on, written as a text');
};

/** The instant and the value. */
const sample: Shape<number> = (value, place) => {
  if (!Array.isArray(value) || value.length !== 2) throw new Misshapen(place, 'an instant and a value');
  return count(value[1], `${place}[1]`);
};

const isVector = text('vector', (value) => value === 'vector');

const answer = openRecord({
  status: text('success', (value) => value === 'success'),
  data: openRecord({
    resultType: isVector,
    result: list(
      openRecord({ metric: openRecord({ remote: label, version: label }), value: sample }),
      10_000,
    ),
  }),
});

/**
 * The sums by version of a remote, from the answer of Prometheus’s `/api/v1/query`: an instant vector with the labels
 * `remote` and `version`, and whatever others. Throws `Misshapen`.
 */
export function parseVector(value: unknown, remote: string): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { metric, value: counted } of answer(value, 'answer').data.result)
    if (metric.remote === remote) sums.set(metric.version, (sums.get(metric.version) ?? 0) + counted);
  return sums;
}
