import { dictionary, list, Malformed, type NetworkId, record, type Shape, text } from '@linkspan/contract';
import { type Fields, fields, json, mostParams } from '@linkspan/kit/readers';
import { type Address, getAddress, type Hex } from 'viem';

const mostCalls = 50;
/** EIP-5792, "id": 4,096 bytes in hexadecimal digits. */
const mostId = 8_194;

/** An address in one case, or with a right checksum; returned with its checksum (EIP-55). */
export const address: Shape<Address> = (value, place) => {
  const given = text('an address', (one) => /^0x[\da-f]{40}$/i.test(one))(value, place);
  const right = getAddress(given.toLowerCase());
  const digits = given.slice(2);
  if ([right.slice(2), digits.toLowerCase(), digits.toUpperCase()].includes(digits)) return right;
  throw new Malformed(place, 'an address with a right checksum (EIP-55)');
};

/** Bytes as EIP-1474 writes them ("Data"), in lower case; so many, if given. */
export function bytes(length?: number): Shape<Hex> {
  const isBytes = (value: string) =>
    /^0x([\da-f]{2})*$/i.test(value) && (length === undefined || value.length === 2 + 2 * length);
  return (value, place) => text('bytes', isBytes, mostParams)(value, place).toLowerCase() as Hex;
}

/** A number as EIP-1474 writes it ("Quantity"), without zeros before it; of at most so many hexadecimal digits. */
function quantity(digits: number): Shape<Hex> {
  const isQuantity = (value: string) => /^0x[\da-f]+$/i.test(value) && value.length <= digits + 2;
  return (value, place) => `0x${BigInt(text('a quantity', isQuantity)(value, place)).toString(16)}`;
}

/** The id of a chain in hexadecimal digits, in CAIP-2's form. */
export const chain: Shape<NetworkId<'eip155'>> = (value, place) => {
  const id = Number(quantity(13)(value, place));
  if (id === 0) throw new Malformed(place, 'the id of a chain');
  return `eip155:${id}`;
};

/** What a call does: of a transaction, or of one of several calls. */
export interface Call {
  /** Missing for a new contract. */
  readonly to?: Address;
  readonly value: bigint;
  readonly data: Hex;
}

const called = { to: address, value: quantity(64), data: bytes() };

/** A transaction as `eth_sendTransaction` has it, apart from its call. */
const priced = {
  from: address,
  chainId: chain,
  input: bytes(),
  gas: quantity(16),
  gasPrice: quantity(64),
  maxFeePerGas: quantity(64),
  maxPriorityFeePerGas: quantity(64),
  nonce: quantity(13),
  type: quantity(2),
  accessList: list(record({ address, storageKeys: list(bytes(32)) })),
};

/** Fields that do more than a call: accounts become smart ones (EIP-7702), blobs are stored (EIP-4844). */
const refusedFields = ['authorizationList', 'blobs', 'blobVersionedHashes', 'maxFeePerBlobGas', 'sidecars'];

/** The types of EIP-2718 that a call can have: legacy, EIP-2930, EIP-1559. */
const knownTypes = ['0x0', '0x1', '0x2'];

/** A transaction that an application asks for (EIP-1474). `isMore` if it would do more than a call. Throws `Malformed`. */
export function parseTransaction(value: unknown, place: string) {
  const {
    from,
    chainId,
    input,
    to,
    value: coins,
    data,
    ...rest
  } = fields({ ...called, ...priced })(value, place);
  if (input !== undefined && data !== undefined && input !== data)
    throw new Malformed(`${place}.input`, 'the same as data');
  const call = toCall({ to, value: coins, data: data ?? input }, place);
  const isMore =
    !knownTypes.includes(rest.type ?? '0x0') ||
    refusedFields.some((name) => (value as Record<string, unknown>)[name] != null);
  return { from, chainId, call, rest, isMore };
}

/** An object of JSON. */
const object: Shape<Readonly<Record<string, unknown>>> = dictionary(text(), json, 100);

export const flag: Shape<boolean> = (value, place) => {
  if (typeof value === 'boolean') return value;
  throw new Malformed(place, 'true or false');
};

const parseRequest = fields({
  version: text('1.0 or 2.0.0', (version) => ['1.0', '2.0.0'].includes(version)),
  id: text('an id', (id) => id.length > 0, mostId),
  from: address,
  chainId: chain,
  atomicRequired: flag,
  calls: list(fields({ ...called, chainId: chain, capabilities: object }), mostCalls),
  capabilities: object,
});

/** Several calls that an application asks for at once (EIP-5792). Throws `Malformed`. */
export function parseCalls(value: unknown, place: string) {
  const { version, from, chainId, calls: asked = [], ...rest } = parseRequest(value, place);
  if (version === undefined) throw new Malformed(`${place}.version`, 'given');
  if (version !== '1.0' && chainId === undefined) throw new Malformed(`${place}.chainId`, 'given');
  if (asked.length === 0) throw new Malformed(`${place}.calls`, 'a list of at least one call');
  const calls = asked.map(({ capabilities, ...call }, index) => ({
    ...toCall(call, `${place}.calls[${index}]`),
    capabilities,
  }));
  if (calls.reduce((sum, { value: coins }) => sum + coins, 0n) >= 2n ** 256n)
    throw new Malformed(`${place}.calls`, 'calls that pay less than 2^256 together');
  const chains = [chainId, ...asked.map((call) => call.chainId)].filter((one) => one !== undefined);
  return { version, from, chains, calls, rest };
}

/** The id that a wallet has given several calls. */
export const callsId = text('an id', (id) => id.length > 0, mostId);

function toCall({ to, value, data = '0x' }: Fields<typeof called>, place: string): Call {
  if (to === undefined && data === '0x')
    throw new Malformed(`${place}.to`, 'given: a contract or a recipient');
  return { ...(to && { to }), value: BigInt(value ?? 0), data };
}
