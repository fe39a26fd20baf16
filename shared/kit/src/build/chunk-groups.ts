import type { RemoteOptions } from './remote-options.ts';

/** Modules that go into one file of the build. */
interface ChunkGroup {
  readonly name: string;
  readonly test: RegExp;
  /** What the connector imports at once: what is needed only later goes with what imports it. */
  readonly tags?: ['$initial'];
}

const atOnce: Pick<ChunkGroup, 'tags'> = { tags: ['$initial'] };

/**
 * What all remotes have in common apart from vendors, vendors apart from each other, and all apart from the remote's own
 * code, so that an edit or an update moves few bytes. Each takes along what its modules import and none before it has.
 */
export function toChunkGroups({ vendors = {} }: Pick<RemoteOptions, 'vendors'>): ChunkGroup[] {
  const named = Object.entries(vendors).map(([name, packages]) => ({
    name,
    test: new RegExp(`/node_modules/(${packages.join('|')})/`),
    ...atOnce,
  }));
  return [
    {
      name: 'kit',
      test: /(vite\/preload-helper|\/(shared|@linkspan)\/(contract|kit)\/src\/)/,
      ...atOnce,
    },
    ...named,
    { name: 'vendor', test: /(node_modules|loadShare)/, ...atOnce },
    { name: 'session', test: /\/src\/(?!connector\.ts)/, ...atOnce },
  ];
}
