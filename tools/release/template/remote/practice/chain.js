// A fixture of the chain: no node, but real signatures, nonces and balances, in memory. Replace it by a node for tests if
// your chain has one.

import { createHash, webcrypto } from 'node:crypto';
import { createServer } from 'node:http';

const fee = 10n;
/** Until a transaction has landed. */
const blockMs = 200;

/**
 * Starts one network for each CAIP-2 reference, on a free port of this machine. Each of the accounts holds 1,000 coins of 9
 * decimals.
 *
 * @param {{ references: readonly string[], accounts: readonly string[] }} options
 * @returns {Promise<{ rpc: string[], close(): Promise<void> }>} The address of each network, and the end of all.
 */
export async function startFixture({ references, accounts }) {
  const networks = new Map(
    references.map((reference) => [`/${reference}`, createNetwork(reference, accounts)]),
  );
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', '*');
    const network = networks.get(request.url ?? '');
    if (request.method !== 'POST' || network === undefined) return response.writeHead(204).end();
    const { id, method, params } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    const answer = await network(method, params).then(
      (result) => ({ result }),
      ({ message }) => ({ error: { code: -32602, message } }),
    );
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    rpc: references.map((reference) => `http://127.0.0.1:${port}/${reference}`),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * @param {string} reference
 * @param {readonly string[]} accounts
 */
function createNetwork(reference, accounts) {
  const balances = new Map(accounts.map((address) => [address, 1_000n * 10n ** 9n]));
  /** @type {{ id: string, from: string, to: string, amount: string, nonce: number, landsAt: number }[]} */
  const sent = [];
  const sentBy = (/** @type {string} */ address) => sent.filter(({ from }) => from === address);
  const show = (/** @type {(typeof sent)[number]} */ { landsAt, ...transaction }) => ({
    ...transaction,
    status: Date.now() < landsAt ? 'pending' : 'succeeded',
  });

  /** @type {Record<string, (params: any) => unknown>} */
  const methods = {
    chainId: () => reference,
    fee: () => String(fee),
    account({ address }) {
      const balance = balances.get(address);
      return balance === undefined ? null : { balance: String(balance), nonce: sentBy(address).length };
    },
    transaction({ id }) {
      const found = sent.find((one) => one.id === id);
      return found === undefined ? null : show(found);
    },
    transactions: ({ address, nonce }) => sentBy(address).slice(nonce).map(show),
    async submit({ transaction, signature }) {
      const { chain, from, to, amount, nonce } = transaction;
      const signed = JSON.stringify(transaction);
      if (chain !== reference || !(await isSigned(from, signed, signature)))
        throw new Error('wrong signature');
      if (nonce !== sentBy(from).length) throw new Error('wrong nonce');
      const rest = (balances.get(from) ?? 0n) - BigInt(amount) - fee;
      if (rest < 0n) throw new Error('insufficient funds');
      balances.set(from, rest).set(to, (balances.get(to) ?? 0n) + BigInt(amount));
      const id = createHash('sha256').update(signed).digest('hex');
      sent.push({ id, from, to, amount, nonce, landsAt: Date.now() + blockMs });
      return id;
    },
  };

  return async (/** @type {string} */ method, /** @type {unknown} */ params) => {
    if (!Object.hasOwn(methods, method)) throw new Error(`no method ${method}`);
    return methods[method]?.(params);
  };
}

/**
 * @param {string} address
 * @param {string} text
 * @param {string} signature
 */
async function isSigned(address, text, signature) {
  const key = await webcrypto.subtle.importKey('raw', Buffer.from(address, 'hex'), 'Ed25519', false, [
    'verify',
  ]);
  return webcrypto.subtle.verify('Ed25519', key, Buffer.from(signature, 'hex'), Buffer.from(text));
}
