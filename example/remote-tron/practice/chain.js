// A fixture of Tron: no node, but the HTTP API of one, with real signatures and balances, in memory.

import { createServer } from 'node:http';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';

const { encode } = createBase58check(sha256);
/** Private keys that everybody knows: 1 and 2. */
const keys = [1, 2].map((number) => new Uint8Array(32).fill(number, 31));
/** Until a transaction is in a block, and until that block is final. */
const [blockMs, finalMs] = [200, 600];
/** In sun. */
const fee = 268_000;

/** The addresses of the practice accounts. Each holds 1,000 TRX. */
export const addresses = keys.map((key) => encode(hexToBytes(addressOf(secp256k1.getPublicKey(key, false)))));

/**
 * Starts one network for each CAIP-2 reference, on a free port of this machine.
 *
 * @param {readonly string[]} references
 * @returns {Promise<{ rpc: string[], close(): Promise<void> }>} The address of each network, and the end of all.
 */
export async function startFixture(references) {
  const networks = new Map(references.map((reference) => [reference, createNetwork(reference)]));
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', '*');
    const [, reference = '', ...path] = request.url?.split('/') ?? [];
    const method = networks.get(reference)?.[path.join('/')];
    if (request.method !== 'POST' || method === undefined) return response.writeHead(204).end();
    const given = JSON.parse(Buffer.concat(await request.toArray()).toString());
    response.setHeader('content-type', 'application/json').end(JSON.stringify(method(given)));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    rpc: references.map((reference) => `http://127.0.0.1:${port}/${reference}/`),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * @param {string} reference
 * @returns {Record<string, (given: any) => object>}
 */
function createNetwork(reference) {
  const balances = new Map(keys.map((key) => [addressOf(secp256k1.getPublicKey(key, false)), 1_000_000_000]));
  /** @type {Map<string, { transaction: any, at: number }>} */
  const sent = new Map();
  const infoAfter =
    (/** @type {number} */ ms) =>
    (/** @type {{ value: string }} */ { value }) => {
      const at = sent.get(value)?.at ?? Number.POSITIVE_INFINITY;
      return Date.now() < at + ms ? {} : { id: value, fee, blockNumber: 1, blockTimeStamp: at + blockMs };
    };

  return {
    'wallet/getblockbynum': () => ({ blockID: reference.slice(2).padStart(64, '0') }),
    'walletsolidity/getnowblock': () => ({
      block_header: { raw_data: { timestamp: Date.now() - finalMs } },
    }),
    'wallet/getaccount': ({ address }) =>
      balances.has(address) ? { address, balance: balances.get(address) } : {},
    'wallet/getchainparameters': () => ({
      chainParameter: [
        { key: 'getTransactionFee', value: 1_000 },
        { key: 'getCreateAccountFee', value: 100_000 },
        { key: 'getCreateNewAccountFeeInSystemContract', value: 1_000_000 },
      ],
    }),
    'wallet/createtransaction'(value) {
      if ((balances.get(value.owner_address) ?? 0) < value.amount + fee)
        return {
          Error: 'ContractValidateException : Validate TransferContract error, balance is not sufficient.',
        };
      const timestamp = Date.now();
      const block = { ref_block_bytes: '0001', ref_block_hash: reference.slice(2).repeat(2) };
      return { raw_data: { contract: [], ...block, timestamp, expiration: timestamp + 60_000 } };
    },
    'wallet/broadcasttransaction'(transaction) {
      const { txID, raw_data, raw_data_hex, signature } = transaction;
      const { owner_address: from, to_address: to, amount } = raw_data.contract[0].parameter.value;
      const isSigned = recover(hexToBytes(signature[0]), hexToBytes(txID)) === from;
      if (!isSigned || bytesToHex(sha256(hexToBytes(raw_data_hex))) !== txID) return { code: 'SIGERROR' };
      if (sent.has(txID)) return { code: 'DUP_TRANSACTION_ERROR' };
      balances.set(from, (balances.get(from) ?? 0) - amount - fee);
      balances.set(to, (balances.get(to) ?? 0) + amount);
      sent.set(txID, { transaction, at: Date.now() });
      return { result: true, txid: txID };
    },
    'wallet/gettransactionbyid': ({ value }) => sent.get(value)?.transaction ?? {},
    'wallet/gettransactioninfobyid': infoAfter(blockMs),
    'walletsolidity/gettransactioninfobyid': infoAfter(finalMs),
    // A browser has no secp256k1, so the fixture signs for the wallet of the page.
    'practice/sign': ({ address, hash }) => ({ signature: sign(address, hexToBytes(hash)) }),
    'practice/sign-message'({ address, message }) {
      const text = utf8ToBytes(message);
      const prefixed = [...utf8ToBytes(`\x19TRON Signed Message:\n${text.length}`), ...text];
      return { signature: `0x${sign(address, keccak_256(Uint8Array.from(prefixed)))}` };
    },
  };
}

/**
 * @param {string} address
 * @param {Uint8Array} hash
 * @returns {string} r, s, and 27 or 28, in hexadecimal.
 */
function sign(address, hash) {
  const key = keys[addresses.indexOf(address)];
  if (key === undefined) throw new Error(`no key of ${address}`);
  const [recovery = 0, ...rest] = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' });
  return bytesToHex(Uint8Array.from([...rest, recovery + 27]));
}

/**
 * @param {Uint8Array} signature
 * @param {Uint8Array} hash
 */
function recover(signature, hash) {
  const recovered = Uint8Array.from([(signature[64] ?? 0) - 27, ...signature.subarray(0, 64)]);
  const key = secp256k1.recoverPublicKey(recovered, hash, { prehash: false });
  return addressOf(secp256k1.Point.fromBytes(key).toBytes(false));
}

/**
 * @param {Uint8Array} key
 * @returns {string} 42 hexadecimal digits.
 */
function addressOf(key) {
  return `41${bytesToHex(keccak_256(key.subarray(1)).subarray(12))}`;
}
