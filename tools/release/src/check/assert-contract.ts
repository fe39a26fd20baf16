import { contractVersion, fitsContract } from '@linkspan/contract';
import { CommandError } from '../command-error.ts';
import type { BuiltRelease } from './built-release.ts';

/** The contract of a release is one that the suite of this checkout can hold it to. Throws `command/unknown-contract`. */
export function assertContract({ manifest }: BuiltRelease): void {
  if (!fitsContract(manifest.contract, contractVersion))
    throw new CommandError('command/unknown-contract', { needs: manifest.contract, knows: contractVersion });
}
