// A fixture wallet for the page: it announces itself as an extension does, and signs by keys that everybody knows. The page
// imports this file as it is, so it imports nothing. Replace: the announcement, the methods and the signatures.

/** Private key and address of each account: RFC 8032, 7.1, tests 1 and 2. */
const accounts = [
  {
    seed: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    address: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  },
  {
    seed: '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    address: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
  },
];

export const addresses = accounts.map(({ address }) => address);

const name = '__TITLE__ Practice Wallet';
const storageKey = '__FAMILY__-practice-wallet';
/** @type {Set<(addresses: string[]) => void>} */
const listeners = new Set();

/** The person's answer to a prompt. */
let ask = async (/** @type {string} */ question) => window.confirm(question);

/** @returns {{ isGranted: boolean, inUse: number }} Kept over a reload. */
function read() {
  return JSON.parse(localStorage.getItem(storageKey) ?? '{"isGranted":false,"inUse":0}');
}

/** @param {Partial<ReturnType<typeof read>>} change */
function write(change) {
  const [before, after] = [read(), { ...read(), ...change }];
  localStorage.setItem(storageKey, JSON.stringify(after));
  if (JSON.stringify(after) !== JSON.stringify(before))
    for (const listener of listeners) listener(shownAccounts());
}

/** The addresses that the page sees, the one in use first. */
function shownAccounts() {
  const { isGranted, inUse } = read();
  if (!isGranted) return [];
  return addresses.toSpliced(inUse, 1).toSpliced(0, 0, ...addresses.slice(inUse, inUse + 1));
}

/**
 * Puts the wallet into the page.
 *
 * @param {{ networks: Record<string, { id: string, title: string, rpc: string[] }[]> }} page Its networks by family.
 * @returns {() => void} Takes it out again.
 */
export function announce({ networks }) {
  /** @type {Record<string, (params: any) => unknown>} */
  const methods = {
    accounts: shownAccounts,
    async connect({ choose }) {
      if (read().isGranted && !choose) return shownAccounts();
      await approve('Connect to this site?');
      write({ isGranted: true });
      return shownAccounts();
    },
    disconnect: () => write({ isGranted: false }),
    async signMessage({ account, message }) {
      await approve(`Sign?\n\n${message}`);
      return sign(account, `\x19__TITLE__ Signed Message:\n${message}`);
    },
    async send({ from, to, amount, network }) {
      const { title, rpc } =
        Object.values(networks)
          .flat()
          .find(({ id }) => id === network) ?? refuse(4901);
      await approve(`Send ${amount} of the smallest unit on ${title}?\n\nTo ${to}`);
      const { nonce } = await call(rpc[0], 'account', { address: from });
      const transaction = { chain: network.split(':')[1], from, to, amount, nonce };
      const signature = await sign(from, JSON.stringify(transaction));
      return call(rpc[0], 'submit', { transaction, signature });
    },
  };
  const provider = {
    async request(/** @type {{ method: string, params?: any }} */ { method, params = {} }) {
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
      return (run ?? refuse(4200))(params);
    },
    on: (/** @type {string} */ event, /** @type {any} */ listener) =>
      void (event === 'accountsChanged' && listeners.add(listener)),
    removeListener: (/** @type {string} */ _, /** @type {any} */ listener) => void listeners.delete(listener),
  };
  const info = { id: 'practice.__FAMILY__.wallet', name, icon: toIcon() };
  const answer = () =>
    window.dispatchEvent(new CustomEvent('__FAMILY__:announce', { detail: { info, provider } }));
  window.addEventListener('__FAMILY__:request', answer);
  answer();
  return () => window.removeEventListener('__FAMILY__:request', answer);
}

/** @param {string} question */
async function approve(question) {
  if (!(await ask(question))) refuse(4001);
}

/**
 * @param {4001 | 4200 | 4901} code Of EIP-1193.
 * @returns {never}
 */
function refuse(code) {
  const texts = {
    4001: 'The user rejected the request.',
    4200: 'Unsupported method.',
    4901: 'Unknown network.',
  };
  throw Object.assign(new Error(texts[code]), { code });
}

/**
 * @param {string} address
 * @param {string} text
 */
async function sign(address, text) {
  const { seed } = accounts.find((account) => account.address === address) ?? refuse(4200);
  // PKCS #8 of an Ed25519 key (RFC 8410, 7).
  const key = toBytes(`302e020100300506032b657004220420${seed}`);
  const imported = await crypto.subtle.importKey('pkcs8', key, 'Ed25519', false, ['sign']);
  const signature = await crypto.subtle.sign('Ed25519', imported, new TextEncoder().encode(text));
  return Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @param {string} hex */
function toBytes(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

/**
 * @param {string | undefined} rpc
 * @param {string} method
 * @param {object} params
 */
async function call(rpc = '', method, params) {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const { result, error } = await (await fetch(rpc, { method: 'POST', headers, body })).json();
  if (error) throw Object.assign(new Error(error.message), { code: error.code });
  return result;
}

function toIcon() {
  const shape = '<circle cx="16" cy="16" r="14" fill="#5d3fd3"/>';
  return `data:image/svg+xml;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${shape}</svg>`)}`;
}

/** The wallet with a person whom the conformance suite plays. */
export function testWallet() {
  /** @type {'approve' | 'reject' | 'hold'} */
  let answer = 'approve';
  let prompts = 0;
  let release = (/** @type {boolean} */ _isApproved) => {};
  ask = async () => {
    prompts += 1;
    if (answer !== 'hold') return answer === 'approve';
    return new Promise((resolve) => {
      release = resolve;
    });
  };
  /** The wallet acts after the answer. */
  const done = () => new Promise((resolve) => setTimeout(resolve));
  return {
    name,
    async reset() {
      release(false);
      await done();
      write({ isGranted: false, inUse: 0 });
      [answer, prompts] = ['approve', 0];
    },
    answer(/** @type {typeof answer} */ how) {
      answer = how;
    },
    async release() {
      answer = 'approve';
      release(true);
      await done();
    },
    prompts: () => prompts,
    isGranted: () => read().isGranted,
    useAnotherAccount: async () => write({ inUse: 1 - read().inUse }),
    revoke: async () => write({ isGranted: false }),
  };
}
