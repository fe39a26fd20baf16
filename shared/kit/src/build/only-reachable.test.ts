import { expect, it } from 'vitest';
import { onlyReachable, preloadOf } from './only-reachable.ts';

type Bundle = Parameters<typeof preloadOf>[0];

/** What a build hands to its plugins, as far as these look at it. */
function toBundle(
  chunks: Record<string, { imports?: string[]; dynamicImports?: string[]; from?: string }>,
): Bundle {
  const entries = Object.entries(chunks).map(
    ([fileName, { imports = [], dynamicImports = [], from = null }]) => [
      fileName,
      { type: 'chunk', fileName, imports, dynamicImports, facadeModuleId: from },
    ],
  );
  return Object.fromEntries(entries);
}

const bundle = () =>
  toBundle({
    'remoteEntry-1.js': { imports: ['glue.js'], dynamicImports: ['connector-1.js'] },
    'glue.js': { imports: ['remoteEntry-1.js'] },
    'connector-1.js': {
      imports: ['vendor.js'],
      dynamicImports: ['later.js'],
      from: '/remote/src/connector.ts',
    },
    'vendor.js': {},
    'later.js': {},
    'host-init.js': { imports: ['vendor.js'] },
  });

it('preloads what the entry and the connector import statically, and no more', () => {
  expect(preloadOf(bundle()).sort()).toEqual(['connector-1.js', 'glue.js', 'remoteEntry-1.js', 'vendor.js']);
});

it('drops what the entry never reaches, and keeps what it may reach later', () => {
  const built = bundle();
  const { generateBundle } = onlyReachable();
  const handler = typeof generateBundle === 'object' ? generateBundle.handler : undefined;
  Reflect.apply(handler as never, undefined, [{}, built]);
  expect(Object.keys(built).sort()).toEqual([
    'connector-1.js',
    'glue.js',
    'later.js',
    'remoteEntry-1.js',
    'vendor.js',
  ]);
});
