import { createRequire } from 'node:module';
import { ChainError } from '../chain-error.ts';

/**
 * The path of anvil's binary, which npm installs as a package of its own for each platform.
 * Throws `chain/no-binary` if there is none.
 */
export function findAnvil({ platform, arch }: Pick<NodeJS.Process, 'platform' | 'arch'> = process): string {
  const name = `@foundry-rs/anvil-${platform}-${arch === 'x64' ? 'amd64' : arch}`;
  const file = platform === 'win32' ? 'anvil.exe' : 'anvil';
  const here = createRequire(import.meta.url);
  try {
    // Only the package beside it, not the house, depends on the binary.
    const beside = createRequire(here.resolve('@foundry-rs/anvil/package.json'));
    return beside.resolve(`${name}/bin/${file}`);
  } catch (cause) {
    const message = `There is no anvil for ${platform} ${arch}: the package ${name} is not installed, so the practice chain cannot start.`;
    throw new ChainError('chain/no-binary', message, { cause });
  }
}
