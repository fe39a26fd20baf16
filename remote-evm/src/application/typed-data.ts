import {
  dictionary,
  field,
  list,
  Malformed,
  type NetworkId,
  type RequestLine,
  record,
  type Shape,
  text,
  tryTo,
} from '@linkspan/contract';
import { json, mostParams } from '@linkspan/kit/readers';
import { type Hex, hashTypedData } from 'viem';
import { toFieldLines } from './call-lines.ts';
import { address, bytes, flag } from './call-params.ts';
import { type Field, isSpender, type Line } from './meaning.ts';

/** Typed data (EIP-712) as a wallet is asked to sign it, and as a person is shown it. */
export interface TypedData {
  /** The data as JSON, without what its types do not name: that would not be signed. */
  readonly json: string;
  readonly hash: Hex;
  /** That its domain names. */
  readonly network?: NetworkId<'eip155'>;
  /** Without its network, which has a title. */
  readonly lines: readonly Line[];
}

interface Member {
  readonly name: string;
  readonly type: string;
}
type Types = Readonly<Record<string, readonly Member[]>>;

/** Members of a type, and types. */
const mostTypes = 200;
const mostItems = 10_000;
const mostDepth = 20;

const identifier = text(
  'an identifier',
  (name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__',
  200,
);
const typeName = text('a type', (name) => /^[A-Za-z_$][\w$]*(\[\d{0,4}\])*$/.test(name), 200);
const members: Shape<readonly Member[]> = (value, place) => {
  const found = list(record({ name: identifier, type: typeName }), mostTypes)(value, place);
  const twice = found.findIndex(({ name }, index) => found.findIndex((one) => one.name === name) < index);
  if (twice >= 0) throw new Malformed(`${place}[${twice}].name`, 'unique in its type');
  return found;
};

/** EIP-712, "Definition of domainSeparator": a domain has no other fields. */
const domainTypes = new Map([
  ['name', 'string'],
  ['version', 'string'],
  ['chainId', 'uint256'],
  ['verifyingContract', 'address'],
  ['salt', 'bytes32'],
]);

/** Atomic and dynamic types. There are no aliases such as `uint`: wallets differ in them. */
const atomic = /^(address|bool|string|bytes([1-9]|[12]\d|3[0-2])?|u?int(\d{1,3}))$/;

/** Typed data, as an object or as JSON, from unknown. Throws `Malformed`. */
export function parseTypedData(given: unknown, place: string): TypedData {
  const whole = typeof given === 'string' ? tryTo<unknown>(() => JSON.parse(given)) : given;
  const parse = <Value>(name: string, shape: Shape<Value>) => shape(field(whole, name), `${place}.${name}`);
  const all: Types = parse('types', dictionary(identifier, members, mostTypes));
  assertTypes(all, `${place}.types`);
  const primaryType = parse('primaryType', identifier);
  if (primaryType === 'EIP712Domain' || !Object.hasOwn(all, primaryType))
    throw new Malformed(`${place}.primaryType`, 'the name of one of the types');
  const types = pickUsed(all, ['EIP712Domain', primaryType]);
  const domain = readMembers(types, 'EIP712Domain', parse('domain', json), start(`${place}.domain`));
  const at = start(`${place}.message`);
  const message = readMembers(types, primaryType, parse('message', json), at);
  const chainId = domain.chainId === undefined ? undefined : Number(domain.chainId);
  if (chainId !== undefined && !(Number.isSafeInteger(chainId) && chainId > 0))
    throw new Malformed(`${place}.domain.chainId`, 'the id of a chain');
  // Some wallets compare it with their own number.
  const data = { types, primaryType, domain: { ...domain, ...(chainId && { chainId }) }, message };
  const hash = tryTo(() => hashTypedData(data as never));
  if (hash === undefined) throw new Malformed(place, 'typed data (EIP-712)');
  const network = chainId === undefined ? {} : { network: `eip155:${chainId}` as const };
  const lines = [
    ...toDomainLines(domain),
    { is: 'type', value: primaryType } as const,
    ...toSpenderLines(at.fields),
    ...toFieldLines(at.fields, { contract: toText(domain.verifyingContract), depth: 0 }),
  ];
  return { json: JSON.stringify(data), hash, ...network, lines };
}

function assertTypes(types: Types, place: string): void {
  const isKnown = (type: string) => isAtomic(type) || Object.hasOwn(types, type);
  for (const [name, own] of Object.entries(types)) {
    if (isAtomic(name)) throw new Malformed(`${place}.${name}`, 'another name');
    const odd = own.findIndex(({ type }) => !isKnown(type.replace(/\[.*$/, '')));
    if (odd >= 0)
      throw new Malformed(`${place}.${name}[${odd}].type`, 'a type of EIP-712, or one of the types');
  }
  const domain = Object.hasOwn(types, 'EIP712Domain') ? types.EIP712Domain : undefined;
  if (domain === undefined) throw new Malformed(`${place}.EIP712Domain`, 'given');
  const odd = domain.findIndex(({ name, type }) => domainTypes.get(name) !== type);
  if (odd >= 0) throw new Malformed(`${place}.EIP712Domain[${odd}]`, 'a field of a domain (EIP-712)');
}

export function isAtomic(type: string): boolean {
  const [, , , bits] = atomic.exec(type) ?? [];
  return bits === undefined
    ? atomic.test(type)
    : Number(bits) % 8 === 0 && Number(bits) > 0 && Number(bits) <= 256;
}

/** The types that these name, and those that they name themselves: no other is signed. */
function pickUsed(types: Types, names: readonly string[]): Types {
  const used = new Set(names);
  // A set also walks through what is added meanwhile.
  for (const name of used)
    for (const { type } of types[name] ?? []) {
      const own = type.replace(/\[.*$/, '');
      if (Object.hasOwn(types, own)) used.add(own);
    }
  return Object.fromEntries(Object.entries(types).filter(([name]) => used.has(name)));
}

/** Where a value is: in the parameters, and by the names in the message. Its fields are added to `fields`. */
interface At {
  readonly place: string;
  readonly name: string;
  readonly depth: number;
  readonly fields: Field[];
}

function start(place: string): At {
  return { place, name: '', depth: 0, fields: [] };
}

function inside(at: At, name: string): At {
  return {
    ...at,
    place: at.place + (name.startsWith('[') ? name : `.${name}`),
    name: at.name + (at.name === '' || name.startsWith('[') ? name : `.${name}`),
    depth: at.depth + 1,
  };
}

/** A structure with its members alone. */
function readMembers(types: Types, type: string, value: unknown, at: At): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Malformed(at.place, 'an object');
  const read = ({ name, type: own }: Member) => {
    const given = Object.hasOwn(value, name) ? field(value, name) : undefined;
    return [name, readValue(types, own, given, inside(at, name))] as const;
  };
  return Object.fromEntries((types[type] ?? []).map(read));
}

/** A value in the one form in which wallets do not differ: numbers as decimal digits. */
function readValue(types: Types, type: string, value: unknown, at: At): unknown {
  if (at.depth > mostDepth) throw new Malformed(at.place, `at most ${mostDepth} deep`);
  const [, item, length] = /^(.+)\[(\d*)\]$/.exec(type) ?? [];
  if (item !== undefined) {
    const items = list(json, mostItems)(value, at.place);
    if (length && items.length !== Number(length)) throw new Malformed(at.place, `a list of ${length}`);
    if (items.length === 0) at.fields.push({ name: at.name, type, value: '[]' });
    return items.map((one, index) => readValue(types, item, one, inside(at, `[${index}]`)));
  }
  if (Object.hasOwn(types, type)) return readMembers(types, type, value, at);
  const found = readAtomic(type, value, at.place);
  at.fields.push({ name: at.name, type, value: String(found) });
  return found;
}

function readAtomic(type: string, value: unknown, place: string): string | boolean {
  if (type === 'bool') return flag(value, place);
  if (type === 'address') return address(value, place);
  if (type === 'string') return text(undefined, undefined, mostParams)(value, place);
  const [, kind = '', size] = /^(bytes|u?int)(\d*)$/.exec(type) ?? [];
  if (kind === 'bytes') return bytes(size ? Number(size) : undefined)(value, place);
  return readInteger({ isSigned: kind === 'int', bits: Number(size) }, value, place);
}

/** JSON has lost the last digits of a number beyond 2^53. */
function readInteger(
  { isSigned, bits }: { readonly isSigned: boolean; readonly bits: number },
  value: unknown,
  place: string,
): string {
  const isText = typeof value === 'string' && /^(-?\d{1,78}|0x[\da-f]{1,64})$/i.test(value);
  const number = isText || Number.isSafeInteger(value) ? BigInt(value as string | number) : undefined;
  const least = isSigned ? -(2n ** BigInt(bits - 1)) : 0n;
  if (number === undefined || number < least || number >= least + 2n ** BigInt(bits))
    throw new Malformed(place, `a whole number of ${bits} bits`);
  return String(number);
}

function toDomainLines(domain: Readonly<Record<string, unknown>>): readonly RequestLine[] {
  const { name = '', version = '', verifyingContract, salt } = domain;
  const title = [name, version].filter((one) => one !== '').join(' ');
  return [
    ...(title === '' ? [] : [{ is: 'domain', value: title } as const]),
    ...(verifyingContract === undefined
      ? []
      : [{ is: 'contract', value: String(verifyingContract) } as const]),
    ...(salt === undefined ? [] : [{ is: 'field', name: 'salt', value: String(salt) } as const]),
  ];
}

/** The message names who may then spend: that is shown first, in the page's words. */
function toSpenderLines(fields: readonly Field[]): readonly RequestLine[] {
  const spenders = new Set(fields.filter(isSpender).map(({ value }) => value));
  return [...spenders].map((value) => ({ is: 'spender', value }));
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
