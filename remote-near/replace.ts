/** Modules that a file of this remote stands in for, in the build: `replaced.ts` says why. */
export const replace = {
  '@near-js/providers': 'replaced.ts',
  'js-sha256': 'replaced.ts',
};
