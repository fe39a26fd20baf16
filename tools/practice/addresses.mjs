// @ts-check

/** Each fixed port of the practice, with the environment variable that moves it and its default. */
const ports = /** @type {const} */ ({
  host: ['LINKSPAN_HOST_PORT', 4300],
  evm: ['LINKSPAN_EVM_PORT', 4301],
  solana: ['LINKSPAN_SOLANA_PORT', 4302],
  near: ['LINKSPAN_NEAR_PORT', 4303],
  evmChain: ['LINKSPAN_EVM_CHAIN_PORT', 8545],
  evmChainTwo: ['LINKSPAN_EVM_CHAIN_TWO_PORT', 8546],
  solanaChain: ['LINKSPAN_SOLANA_CHAIN_PORT', 8899],
  solanaChainWs: ['LINKSPAN_SOLANA_CHAIN_WS_PORT', 8900],
  nearChain: ['LINKSPAN_NEAR_CHAIN_PORT', 3030],
});

/** @type {typeof import('./addresses.mjs').readAddresses} */
export function readAddresses(env) {
  /** @type {Map<number, string>} */
  const taken = new Map();
  /** @param {keyof typeof ports} name */
  const port = (name) => claimPort(taken, env, ...ports[name]);
  return {
    host: toPage(port('host')),
    evm: toPage(port('evm')),
    solana: toPage(port('solana')),
    near: toPage(port('near')),
    chains: {
      evm: toChain(port('evmChain')),
      evmTwo: toChain(port('evmChainTwo')),
      solana: toChain(port('solanaChain')),
      solanaWs: toChain(port('solanaChainWs'), 'ws'),
      near: toChain(port('nearChain')),
    },
  };
}

/**
 * @param {Map<number, string>} taken the ports so far, each with the variable it came from
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {string} variable
 * @param {number} fallback
 */
function claimPort(taken, env, variable, fallback) {
  const port = parsePort(variable, env[variable], fallback);
  const other = taken.get(port);
  if (other) throw new Error(`${variable} and ${other} are both ${port}. Each needs a port of its own.`);
  taken.set(port, variable);
  return port;
}

/**
 * @param {string} variable
 * @param {string | undefined} text
 * @param {number} fallback
 */
function parsePort(variable, text, fallback) {
  if (text === undefined || text === '') return fallback;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65535) return port;
  throw new Error(`${variable} is "${text}". It must be a port: a whole number from 1 to 65535.`);
}

/** @param {number} port */
function toPage(port) {
  return { port, url: `http://localhost:${port}` };
}

/**
 * @param {number} port
 * @param {'http' | 'ws'} scheme
 */
function toChain(port, scheme = 'http') {
  return { port, url: `${scheme}://127.0.0.1:${port}` };
}
