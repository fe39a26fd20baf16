import { CommandError } from '../command-error.ts';
import type { BuiltRelease } from './built-release.ts';
import { findInTexts } from './find-in-texts.ts';

/** The address of a local file, a folder of a person or of a build service, or one on a drive. */
const anywhere =
  /(?<![\w./-])(?:file:\/\/\/\w|\/(?:home|Users|root|workspace|builds)\/[\w.-]+\/|[A-Z]:\\{1,2}[A-Za-z]{2}[\w .-]*\\)[^\s"'`)]*/;

/** No file tells of the machine that built it. Throws `command/build-path`. */
export function assertNoBuildPath(release: BuiltRelease): void {
  const found = findInTexts(release, anywhere) ?? findHere(release);
  if (found !== undefined) throw new CommandError('command/build-path', { ...found });
}

/** A folder of one name, such as `/app`, may be anything in a text. */
function findHere(release: BuiltRelease) {
  const { here } = release;
  if (!/[\\/][^\\/]+[\\/][^\\/]+/.test(here)) return undefined;
  const escaped = here.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return findInTexts(release, new RegExp(`${escaped}[\\\\/][^\\s"'\`)]*`));
}
