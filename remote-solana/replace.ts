/** Modules that a file of this remote replaces, in the build and in the tests: `replaced.ts` says why. */
export const replace = {
  '@solana-mobile/wallet-adapter-mobile': 'replaced.ts',
  '@solana/wallet-standard-wallet-adapter-react': 'replaced.ts',
  '\\./useLocalStorage\\.js': 'replaced.ts',
};
