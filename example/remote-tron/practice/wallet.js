// A fixture wallet for the page: it announces itself by TIP-6963 as TronLink does, and has the fixture of the chain sign by
// keys that everybody knows. The page imports this file as it is, so it imports nothing.

/** Of the private keys 1 and 2. */
const addresses = ['TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC', 'TDvSsdrNM5eeXNL3czpa6AxLDHZA9nwe9K'];

const name = 'Tron Practice Wallet';
const storageKey = 'tron-practice-wallet';
/** The networks of the page, as the wallet has them: by their chain ids. @type {Map<string, string | undefined>} */
const nodes = new Map();
/** By event. @type {Record<string, Set<(fact: any) => void>>} */
const listeners = { accountsChanged: new Set(), chainChanged: new Set() };

/** The person's answer to a prompt. */
let ask = async (/** @type {string} */ question) => window.confirm(question);

/** @returns {{ isGranted: boolean, inUse: number, chainId: string }} Kept over a reload. */
function read() {
  const [chainId = ''] = nodes.keys();
  return { isGranted: false, inUse: 0, chainId, ...JSON.parse(localStorage.getItem(storageKey) ?? '{}') };
}

/** @param {Partial<ReturnType<typeof read>>} change */
function write(change) {
  const before = { ...read(), account: shown() };
  localStorage.setItem(storageKey, JSON.stringify({ ...read(), ...change }));
  const { chainId, account } = { ...read(), account: shown() };
  const report = (/** @type {string} */ event, /** @type {unknown} */ fact) => {
    for (const listener of listeners[event] ?? []) listener(fact);
  };
  if (account !== before.account) report('accountsChanged', account === false ? [] : [account]);
  if (chainId !== before.chainId) report('chainChanged', { chainId });
}

/** The address that the page sees. */
function shown() {
  const { isGranted, inUse } = read();
  return isGranted && (addresses[inUse] ?? false);
}

/**
 * Puts the wallet into the page.
 *
 * @param {{ networks: Record<string, { id: string, rpc: string[] }[]> }} page Its networks by family.
 * @returns {() => void} Takes it out again.
 */
export function announce({ networks }) {
  for (const { id, rpc } of Object.values(networks).flat())
    if (id.startsWith('tron:')) nodes.set(id.slice('tron:'.length), rpc[0]);

  /** @type {Record<string, (params: any) => unknown>} */
  const methods = {
    async eth_requestAccounts() {
      if (shown() === false) await approve('Connect to this site?');
      write({ isGranted: true });
      return [shown()];
    },
    eth_chainId: () => read().chainId,
    async wallet_switchEthereumChain([{ chainId }]) {
      if (!nodes.has(chainId)) refuse(4902);
      if (chainId === read().chainId) return null;
      await approve(`Switch to ${chainId}?`);
      write({ chainId });
      return null;
    },
    wallet_revokePermissions: () => write({ isGranted: false }),
  };
  const trx = {
    async sign(/** @type {any} */ transaction) {
      const { amount } = transaction.raw_data.contract[0].parameter.value;
      await approve(`Send ${amount} sun?`);
      const { signature } = await call('practice/sign', { address: shown(), hash: transaction.txID });
      return { ...transaction, signature: [signature] };
    },
    async signMessageV2(/** @type {string} */ message) {
      await approve(`Sign?\n\n${message}`);
      return (await call('practice/sign-message', { address: shown(), message })).signature;
    },
  };
  const provider = {
    async request(/** @type {{ method: string, params?: any }} */ { method, params = [] }) {
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
      return (run ?? refuse(4200))(params);
    },
    get tronWeb() {
      return shown() !== false && { defaultAddress: { base58: shown() }, trx };
    },
    on: (/** @type {string} */ event, /** @type {any} */ listener) => void listeners[event]?.add(listener),
    removeListener: (/** @type {string} */ event, /** @type {any} */ listener) =>
      void listeners[event]?.delete(listener),
  };
  const info = { uuid: crypto.randomUUID(), rdns: 'practice.linkspan.tron', name, icon: toIcon() };
  const answer = () =>
    window.dispatchEvent(new CustomEvent('TIP6963:announceProvider', { detail: { info, provider } }));
  window.addEventListener('TIP6963:requestProvider', answer);
  answer();
  return () => window.removeEventListener('TIP6963:requestProvider', answer);
}

/** @param {string} question */
async function approve(question) {
  if (!(await ask(question))) refuse(4001);
}

/**
 * @param {4001 | 4200 | 4902} code Of TIP-1193 and TIP-3326.
 * @returns {never}
 */
function refuse(code) {
  const texts = { 4001: 'User Rejected Request', 4200: 'Unsupported Method', 4902: 'Unrecognized chain ID' };
  throw Object.assign(new Error(texts[code]), { code });
}

/**
 * @param {string} path
 * @param {object} body
 */
async function call(path, body) {
  const init = { method: 'POST', body: JSON.stringify(body) };
  return (await fetch(`${nodes.get(read().chainId)}${path}`, init)).json();
}

function toIcon() {
  const shape = '<path d="M4 5l19 4 5 4-13 15z" fill="#c23631"/>';
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
      const [chainId = ''] = nodes.keys();
      write({ isGranted: false, inUse: 0, chainId });
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
