import { isAbsolute } from 'node:path';
import { Refusal } from '../errors.ts';
import { isRecord } from './npm-lockfile.ts';
import { readYaml } from './read-yaml.ts';

/**
 * The settings of pnpm-workspace.yaml that say which versions there are and how they are laid out. Others can name
 * registries, hooks, shells, package managers and more lockfiles.
 */
const harmless = new Set(
  `packages catalog catalogs catalogMode cleanupUnusedCatalogs overrides packageExtensions patchedDependencies
  ignoredOptionalDependencies supportedArchitectures peerDependencyRules allowedDeprecatedVersions autoInstallPeers
  strictPeerDependencies dedupePeerDependents dedupeDirectDeps dedupeInjectedDeps excludeLinksFromLockfile
  injectWorkspacePackages linkWorkspacePackages preferWorkspacePackages saveWorkspaceProtocol
  nodeLinker hoist hoistPattern publicHoistPattern shamefullyHoist hoistWorkspacePackages symlink engineStrict
  minimumReleaseAge minimumReleaseAgeExclude minimumReleaseAgeStrict trustPolicy trustPolicyExclude blockExoticSubdeps
  allowBuilds onlyBuiltDependencies ignoredBuiltDependencies neverBuiltDependencies strictDepBuilds savePrefix saveExact
  updateConfig auditConfig`.split(/\s+/),
);

/** Those that name files and folders. */
const withPaths = ['packages', 'patchedDependencies'];

/**
 * A pnpm-workspace.yaml as pnpm is to read it. Throws `command/install-setting` for one with another setting, or with a
 * path that leads out of its folder.
 */
export function toHarmlessSettings(text: string): object {
  const settings = parse(text);
  const odd = Object.keys(settings).find((name) => !harmless.has(name));
  if (odd !== undefined)
    throw toRefusal(`has “${odd}”, which could decide what is installed beside the lockfile`);
  const paths = withPaths.flatMap((name) => Object.values(settings[name] ?? {}));
  const outside = paths.find((path) => /\.\.|^!?[\\/]/.test(`${path}`) || isAbsolute(`${path}`));
  if (outside !== undefined) throw toRefusal(`names “${outside}”, which leads out of its folder`);
  return settings;
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const settings = readYaml(text) ?? {};
    if (isRecord(settings)) return settings;
  } catch (cause) {
    throw toRefusal('is not plain YAML', { cause });
  }
  throw toRefusal('has no settings but another content');
}

function toRefusal(why: string, options?: { readonly cause: unknown }): Refusal {
  return new Refusal(
    'command/install-setting',
    `The pnpm-workspace.yaml of the commit ${why}, so the release was not built again, and nothing was signed.`,
    options,
  );
}
