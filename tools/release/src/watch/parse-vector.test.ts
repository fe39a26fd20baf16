import { Misshapen } from '@linkspan/contract';
import { describe, expect, it } from 'vitest';
import { parseVector } from './parse-vector.ts';

const row = (version: string, value: unknown, more = {}) => ({
  metric: { remote: 'remote-evm', version, ...more },
  value: [1_700_000_000.1, value],
});
const answer = (result: readonly unknown[], data = {}) => ({
  status: 'success',
  data: { resultType: 'vector', result, ...data },
});
const read = (value: unknown) => Object.fromEntries(parseVector(value, 'remote-evm'));

describe('the answer of a collector', () => {
  it('is read by version', () => {
    expect(read(answer([row('1.0.0', '120'), row('1.1.0', '1.5e1')]))).toEqual({ '1.0.0': 120, '1.1.0': 15 });
  });

  it('is summed over labels that nobody asked for, without other remotes', () => {
    const rows = [
      row('1.0.0', '1', { host: 'a' }),
      row('1.0.0', '2', { host: 'b' }),
      row('1.0.0', '4', { remote: 'x' }),
    ];
    expect(read(answer(rows))).toEqual({ '1.0.0': 3 });
  });

  it('may be empty, and may have fields that this reader does not know', () => {
    expect(read({ ...answer([]), warnings: ['slow'] })).toEqual({});
  });

  it.each<[string, unknown, string]>([
    ['no object', 'up', 'answer'],
    ['an error', { status: 'error' }, 'answer.status'],
    ['a matrix', answer([], { resultType: 'matrix' }), 'answer.data.resultType'],
    ['no label', answer([{ metric: {}, value: [0, '1'] }]), 'answer.data.result[0].metric.remote'],
    ['a series', answer([{ ...row('1.0.0', '1'), value: [[0, '1']] }]), 'answer.data.result[0].value'],
    ['a value that is no number', answer([row('1.0.0', 'NaN')]), 'answer.data.result[0].value[1]'],
    ['an endless value', answer([row('1.0.0', '+Inf')]), 'answer.data.result[0].value[1]'],
    ['a negative value', answer([row('1.0.0', '-1')]), 'answer.data.result[0].value[1]'],
    ['a bare number', answer([row('1.0.0', 1)]), 'answer.data.result[0].value[1]'],
  ])('is refused where it has %s', (_, value, place) => {
    expect(() => read(value)).toThrow(expect.objectContaining({ place }));
    expect(() => read(value)).toThrow(Misshapen);
  });
});
