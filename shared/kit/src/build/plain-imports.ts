import type { Plugin } from 'vite';

/**
 * Vite wraps each import on demand in a preloader of stylesheets and chunks. A remote has no stylesheets, and the page
 * preloads its chunks from the release: this leaves the import as it was written.
 */
export function plainImports(): Plugin {
  return {
    name: 'linkspan:plain-imports',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (id === '\0vite/preload-helper.js') return 'export const __vitePreload = (load) => load();';
    },
  };
}
