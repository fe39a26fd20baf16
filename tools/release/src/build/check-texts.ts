import { Refusal } from '../errors.ts';
import type { BuiltRelease } from './modules.ts';

/**
 * A call of `eval` or of the constructor of functions. The old question for the global object, `Function("return
 * this")`, is let through: polyfills have it as a last way out, which no browser comes to.
 */
const codeFromText = /(?<![\w$.])(?:new\s+)?(?:eval|Function)\s*\((?!\s*(["'`])return this\1\s*\)).{0,40}/;

/** No file makes code of text, as the policy of a page forbids it. Throws `command/code-from-text`. */
export function assertNoCodeFromText(release: BuiltRelease): void {
  const found = findInTexts(release, codeFromText);
  if (found !== undefined)
    throw new Refusal(
      'command/code-from-text',
      `${found.file} makes code of text: “${found.excerpt}”. The policy of a page forbids that; replace what does it.`,
    );
}

/** What the policy of a page forbids: workers, and WebAssembly that is compiled of bytes. */
const uncheckedLoad =
  /\bnew\s+(?:Shared)?Worker\s*\(|\bimportScripts\s*\(|\bserviceWorker\s*\.\s*register\b|\bWebAssembly\s*\.\s*(?:compile\w*|instantiateStreaming|Module)\s*\(/;

/** No file loads what a browser looks at no hash of. Throws `command/unchecked-load`. */
export function assertNoUncheckedLoad(release: BuiltRelease): void {
  const found = findInTexts(release, uncheckedLoad);
  if (found !== undefined)
    throw new Refusal(
      'command/unchecked-load',
      `${found.file} has a browser load what it looks at no hash of: “${found.excerpt}”. The policy of a page forbids that; do without it.`,
    );
}

/** The address of a local file, a folder of a person or of a build service, or one on a drive. */
const anywhere =
  /(?<![\w./-])(?:file:\/\/\/\w|\/(?:home|Users|root|workspace|builds)\/[\w.-]+\/|[A-Z]:\\{1,2}[A-Za-z]{2}[\w .-]*\\)[^\s"'`)]*/;

/** No file tells of the machine that built it. Throws `command/build-path`. */
export function assertNoBuildPath(release: BuiltRelease): void {
  const found = findInTexts(release, anywhere) ?? findWorkingFolder(release);
  if (found !== undefined)
    throw new Refusal(
      'command/build-path',
      `${found.file} has a path of the machine that built it: “${found.excerpt}”. It tells of that machine, and other machines would build other bytes.`,
    );
}

/** A folder of one name, such as `/app`, may be anything in a text. */
function findWorkingFolder(release: BuiltRelease) {
  const { here } = release;
  if (!/[\\/][^\\/]+[\\/][^\\/]+/.test(here)) return undefined;
  const escaped = here.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return findInTexts(release, new RegExp(`${escaped}[\\\\/][^\\s"'\`)]*`));
}

/** Where a pattern was met. */
export interface Found {
  readonly file: string;
  /** What it matched, on one line, cut if it is long. */
  readonly excerpt: string;
}

const maxCharacters = 60;

/** The first place in the files that a pattern matches. */
function findInTexts({ contents }: BuiltRelease, pattern: RegExp): Found | undefined {
  for (const [file, bytes] of contents) {
    const [match] = pattern.exec(new TextDecoder().decode(bytes)) ?? [];
    if (match !== undefined) return { file, excerpt: match.replace(/\s+/g, ' ').slice(0, maxCharacters) };
  }
  return undefined;
}
