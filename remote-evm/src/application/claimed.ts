import { field, list, Malformed, nonEmptyList, type Shape, text, tryTo } from '@linkspan/contract';
import { json } from '@linkspan/kit/readers';
import type { AbiFunction, AbiParameter } from 'viem';
import { type Find, type Known, toEntries } from './functions.ts';
import { isAtomic } from './typed-data.ts';

const [mostFunctions, mostInputs, mostDepth] = [2_000, 100, 5];

const identifier = text('an identifier', (name) => /^[A-Za-z_$][\w$]*$/.test(name), 100);
/** Lists of lists of at most three, without an empty one of fixed length. */
const typeName = text('a type', (type) => {
  const [, item = ''] = /^(\w+)(\[([1-9]\d{0,2})?\]){0,3}$/.exec(type) ?? [];
  return item === 'tuple' || isAtomic(item);
});

/** Finds a function in what the application says about its contracts. What is malformed there is ignored. */
export function toFind(abi: unknown): Find {
  let known: ReadonlyMap<string, Known> | undefined;
  return (data) => {
    known ??= new Map(toEntries(parseAbi(abi), { isClaimed: true }));
    return known.get(data.slice(0, 10));
  };
}

function parseAbi(abi: unknown): readonly AbiFunction[] {
  const items = tryTo(() => list(json, mostFunctions)(abi, '')) ?? [];
  return items.flatMap((item) => tryTo(() => parseFunction(item)) ?? []);
}

function parseFunction(item: unknown): AbiFunction {
  if (field(item, 'type') !== 'function') throw new Malformed('type', 'function');
  const name = identifier(field(item, 'name'), 'name');
  const inputs = list(json, mostInputs)(field(item, 'inputs'), 'inputs').map(toParameter(mostDepth));
  return { type: 'function', stateMutability: 'payable', name, inputs, outputs: [] };
}

/** One without a name is called by its place. */
function toParameter(depth: number): (value: unknown, index: number) => AbiParameter {
  const members: Shape<readonly unknown[]> = nonEmptyList(json, mostInputs);
  return (value, index) => {
    const type = typeName(field(value, 'type'), 'type');
    const name = identifier(field(value, 'name') || `argument${index + 1}`, 'name');
    if (!type.startsWith('tuple')) return { type, name };
    if (depth === 0) throw new Malformed('components', `at most ${mostDepth} deep`);
    const components = members(field(value, 'components'), 'components').map(toParameter(depth - 1));
    return { type, name, components };
  };
}
