import type { Plugin } from 'vite';

type Bundle = Parameters<Extract<Plugin['generateBundle'], (...args: never) => unknown>>[1];

/** Drops what the federation plugin emits and the remote's entry never reaches. */
export function onlyReachable(): Plugin {
  return {
    name: 'linkspan:only-reachable',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const reached = reachable(bundle, entriesOf(bundle), true);
        for (const file of Object.keys(bundle)) if (!reached.has(file)) delete bundle[file];
      },
    },
  };
}

/** What mounting runs at once: the entry and the exposed connector with all they import statically. */
export function preloadOf(bundle: Bundle): string[] {
  const connectors = Object.values(bundle).filter(
    (chunk) => chunk.type === 'chunk' && chunk.facadeModuleId?.endsWith('/src/connector.ts'),
  );
  return [...reachable(bundle, [...entriesOf(bundle), ...connectors.map(({ fileName }) => fileName)], false)];
}

function entriesOf(bundle: Bundle): string[] {
  return Object.keys(bundle).filter((file) => file.startsWith('remoteEntry'));
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
