/** Modules that a file of this remote stands in for, in the build and in the tests: `src/replaced.ts` says why. */
export const replace = {
  '@solana-mobile/wallet-adapter-mobile': 'src/replaced.ts',
  '@solana/wallet-standard-wallet-adapter-react': 'src/replaced.ts',
  '\\./useLocalStorage\\.js': 'src/replaced.ts',
};
