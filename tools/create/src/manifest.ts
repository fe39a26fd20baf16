import { type Choices, type Framework, familiesOf } from './choices.ts';

/** The libraries of others, in the versions that this repository has: see `pnpm-workspace.yaml`. */
export const versions = {
  '@sveltejs/vite-plugin-svelte': '7.3.1',
  '@types/react': '19.3.0',
  '@types/react-dom': '^19.0.0',
  '@vitejs/plugin-react': '6.3.0',
  '@vitejs/plugin-vue': '6.0.11',
  react: '19.3.1',
  'react-dom': '19.3.1',
  svelte: '5.57.3',
  typescript: '7.0.2',
  vite: '8.3.8',
  vue: '3.5.45',
} as const;
type Library = keyof typeof versions;

const libraries: Readonly<
  Record<Framework, { readonly inPage: readonly Library[]; readonly forBuild: readonly Library[] }>
> = {
  react: {
    inPage: ['react', 'react-dom'],
    forBuild: ['@types/react', '@types/react-dom', '@vitejs/plugin-react'],
  },
  vue: { inPage: ['vue'], forBuild: ['@vitejs/plugin-vue'] },
  svelte: { inPage: ['svelte'], forBuild: ['@sveltejs/vite-plugin-svelte'] },
  none: { inPage: [], forBuild: [] },
};

/** The `package.json` of an application; `version` is that of our packages. */
export function toManifest(
  name: string,
  { framework, networks, practice }: Choices,
  version: string,
): object {
  const { inPage, forBuild } = libraries[framework];
  const remotes = familiesOf(networks).map((family) => `remote-${family}`);
  const ours = (names: readonly string[]) => names.map((one) => [`@linkspan/${one}`, `^${version}`] as const);
  const others = (names: readonly Library[]) => names.map((one) => [one, versions[one]] as const);
  return {
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    scripts: { build: 'vite build', dev: 'vite', preview: 'vite preview', types: 'tsc -p .' },
    dependencies: toSorted([...ours(['app']), ...others(inPage)]),
    devDependencies: toSorted([
      ...ours(['host', 'release', 'vite', ...remotes, ...(practice ? ['practice'] : [])]),
      ...others([...forBuild, 'typescript', 'vite']),
    ]),
  };
}

/** As npm writes them. */
function toSorted(entries: readonly (readonly [string, string])[]): Readonly<Record<string, string>> {
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** A name that npm takes, made of the name of a folder. */
export function toPackageName(folder: string): string {
  const name = folder
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[-._]+|[-._]+$/g, '')
    .slice(0, 200);
  return name === '' || name === 'node_modules' || name === 'favicon.ico' ? 'linkspan-app' : name;
}
