import type { Family } from './family.ts';
import type { Network } from './network.ts';
import { parseCount, parseList, parseRecord, parseText, type Read } from './shape.ts';

const forms: Readonly<Record<Family, RegExp>> = {
  evm: /^eip155:[1-9]\d{0,31}$/,
  solana: /^solana:[-_a-zA-Z0-9]{1,32}$/,
  near: /^near:[-_a-zA-Z0-9]{1,32}$/,
};
const fields = ['id', 'title', 'rpc', 'ws', 'symbol', 'decimals', 'explorer'];

/** Reads a network of one family. Throws a TypeError that names the field. */
export function parseNetwork(family: Family): Read<Network> {
  return (value, where) => {
    const given = parseRecord(value, where, fields);
    const network = {
      id: parseId(family, given.id, `${where}.id`),
      title: parseText(given.title, `${where}.title`),
      rpc: parseList(given.rpc, `${where}.rpc`, parseAddress(['http:', 'https:'])),
      symbol: parseText(given.symbol, `${where}.symbol`),
      decimals: parseCount(given.decimals, `${where}.decimals`, 36),
    };
    if (given.ws === undefined) return network;
    return { ...network, ws: parseAddress(['ws:', 'wss:'])(given.ws, `${where}.ws`) };
  };
}

function parseId(family: Family, value: unknown, where: string): string {
  const id = parseText(value, where);
  if (forms[family].test(id)) return id;
  throw new TypeError(`${where} is "${id}", which is no CAIP-2 id of this family.`);
}

function parseAddress(schemes: readonly string[]): Read<string> {
  return (value, where) => {
    const address = parseText(value, where);
    if (URL.canParse(address) && schemes.includes(new URL(address).protocol)) return address;
    throw new TypeError(`${where} is "${address}". It must be an address with ${schemes.join(' or ')}`);
  };
}
