import { replaceBoot } from '../replace-boot.ts';
import { buildUnenforcedScript } from './build-script.ts';
import { withoutHashes } from './without-hashes.ts';

/** Takes the enforcement out of a deployed page. Rejects where it is not as the built host makes it. */
export async function unenforce(page: string): Promise<string> {
  return withoutHashes(await replaceBoot(page, await buildUnenforcedScript()));
}
