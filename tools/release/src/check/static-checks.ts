import { assertImports } from '../build/assert-imports.ts';
import { assertContract } from './assert-contract.ts';
import { assertDiscovery } from './assert-discovery.ts';
import { assertEntry } from './assert-entry.ts';
import { assertHosts } from './assert-hosts.ts';
import { assertNoBuildPath } from './assert-no-build-path.ts';
import { assertNoCodeFromText } from './assert-no-code-from-text.ts';
import { assertNoSecret } from './assert-no-secret.ts';
import { assertNoUncheckedLoad } from './assert-no-unchecked-load.ts';
import type { BuiltRelease } from './built-release.ts';

/** Looks at one thing of a release. Throws a `CommandError` where it is not as it must be. */
export type StaticCheck = (release: BuiltRelease) => void | Promise<void>;

/** What is looked at in the files of a release, beside their hashes, without running them. */
export const staticChecks: readonly StaticCheck[] = [
  ({ contents }) => assertImports(contents),
  assertDiscovery,
  assertEntry,
  assertContract,
  assertHosts,
  assertNoCodeFromText,
  assertNoUncheckedLoad,
  assertNoBuildPath,
  assertNoSecret,
];
