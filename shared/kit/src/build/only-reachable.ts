import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

type Bundle = Parameters<Extract<Plugin['generateBundle'], (...args: never) => unknown>>[1];

/**
 * Drops what the federation plugin emits and the remote's entry never imports, and its metadata except the federation's
 * manifest, `mf-manifest-HASH.json`.
 */
export function onlyReachable(): Plugin {
  return {
    name: 'linkspan:only-reachable',
    apply: 'build',
    enforce: 'post',
    // With its own manifest, the federation plugin switches Vite's on.
    config: () => ({ build: { manifest: false } }),
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const entry = entryOf(bundle);
        const reached = entry === undefined ? new Set() : reachable(bundle, [entry], true);
        for (const [file, output] of Object.entries(bundle)) {
          if (output.type === 'chunk' ? !reached.has(file) : /^mf-\w+\.json$/.test(file)) delete bundle[file];
          if (output.type === 'asset' && file === 'mf-manifest.json') {
            const hash = createHash('sha256').update(output.source).digest('base64url').slice(0, 8);
            this.emitFile({ type: 'asset', fileName: `mf-manifest-${hash}.json`, source: output.source });
          }
        }
      },
    },
  };
}

/** The file of the container that a federation's runtime loads. */
export function entryOf(bundle: Bundle): string | undefined {
  return Object.keys(bundle).find((file) => file.startsWith('remoteEntry'));
}

/** What mounting runs at once: the entry, the connector and the container's list of shared libraries, and all they import. */
export function preloadOf(bundle: Bundle): string[] {
  const entry = bundle[entryOf(bundle) ?? ''];
  return entry?.type === 'chunk'
    ? [...reachable(bundle, [entry.fileName, ...entry.dynamicImports], false)]
    : [];
}

function reachable(bundle: Bundle, from: readonly string[], throughDynamic: boolean): Set<string> {
  const reached = new Set<string>();
  const visit = (file: string) => {
    const chunk = bundle[file];
    if (reached.has(file) || chunk?.type !== 'chunk') return;
    reached.add(file);
    for (const next of chunk.imports) visit(next);
    if (throughDynamic) for (const next of chunk.dynamicImports) visit(next);
  };
  for (const file of from) visit(file);
  return reached;
}
