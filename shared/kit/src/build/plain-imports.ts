import type { Plugin } from 'vite';

const helper = 'vite-preload-helper';

/**
 * Vite wraps each import on demand in a preloader of stylesheets and chunks, and the federation plugin gives that a file
 * of its own. A remote has no stylesheets, and its chunks are preloaded from the release: what is left is one call,
 * which goes where the other glue goes.
 */
export function plainImports(): Plugin {
  return {
    name: 'linkspan:plain-imports',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (id === '\0vite/preload-helper.js') return 'export const __vitePreload = (load) => load();';
    },
    outputOptions(options) {
      const { codeSplitting } = options;
      if (typeof codeSplitting !== 'object') return options;
      const groups = codeSplitting.groups?.filter(({ name }) => name !== helper) ?? [];
      return { ...options, codeSplitting: { ...codeSplitting, groups } };
    },
  };
}
