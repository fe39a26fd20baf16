/** Modules that a file of this remote stands in for, in the build: `replaced.ts` says why. */
export const replace = {
  '@near-js/providers': 'replaced.ts',
  'js-sha256': 'replaced.ts',
};

/** The same for wallets that are loaded: NEAR's second curve brings 200 kB, and no account here signs by it. */
export const replaceInDiscovery = { secp256k1: 'no-secp256k1.ts', 'js-sha256': 'sha256.ts' };
