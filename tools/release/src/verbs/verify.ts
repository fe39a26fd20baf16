import { resolve } from 'node:path';
import type { Seal } from '@linkspan/trust/seal';
import { UsageError } from '../errors.ts';
import { type Finding, mergeFindings, toFindingLines } from '../inspect/finding.ts';
import { type HighestSeen, loadSeal, readHighestSeen, writeHighestSeen } from '../inspect/seal.ts';
import { compareSite, type Limits, powerfulHeaders } from '../inspect/site.ts';
import { hostKeysFile, readHostKeys, toHostKeysFile } from '../keys/host-keys.ts';
import { answerSeconds, sealWarningMs, verifySeconds } from '../limits.ts';
import { toPageOrigin } from '../options.ts';
import { command } from '../output.ts';
import { toDistance, toInstant } from '../time.ts';
import type { Args, Context, Outcome, Verb } from '../verb.ts';

/** Looks at a deployed page from outside, and compares it with what the host's team has sealed. */
export const verify: Verb = {
  name: 'verify',
  summary: 'compares a deployed page with its seal: files and headers',
  words: '<URL>',
  options: {
    seal: { value: 'FILE_OR_URL', text: 'what “seal” has written, as a file or where it is published' },
    'host-keys': { value: 'FILE', text: `whose signatures on the seal count; else ${hostKeysFile}` },
    state: { value: 'FILE', text: 'remembers the highest version of the seal, and refuses a lower one' },
    timeout: { value: 'SECONDS', text: 'how long one answer may take; else 10' },
    within: { value: 'SECONDS', text: 'how long all of it may take; else 300' },
  },
  refusedWith: 3,
  run: verifySite,
};

/** What no look from outside can rule out. */
const note =
  'This is what was answered here and now. A server can give one person another page, and can tell this command from a browser: so run it from several places.';

/**
 * Compares what is deployed with its seal. Rejects with `command/state-malformed`, `command/no-such-file`, and with what
 * reading the host team's keys rejects with.
 */
async function verifySite(args: Args, context: Context): Promise<Outcome> {
  const { folder, now } = context;
  const origin = readOrigin(args.word(0, 'URL'));
  const from = args.one('seal');
  if (from === undefined)
    throw new UsageError('--seal FILE_OR_URL is missing: with what should the page be compared?');
  const hostKeys = await readHostKeys(toHostKeysFile(args, context));
  const state = args.one('state');
  const stateFile = state && resolve(folder, state);
  const seen: HighestSeen = stateFile ? await readHighestSeen(stateFile) : {};
  const limits: Limits = {
    deadlineMs: (args.whole('timeout') ?? answerSeconds) * 1000,
    signal: AbortSignal.timeout((args.whole('within') ?? verifySeconds) * 1000),
  };
  const expected = { hostKeys, origin, seen: seen[origin] ?? 0 };
  const seal = await loadSeal(from, expected, { ...context, ...limits });
  if ('level' in seal) return toOutcome([seal], { origin, now: now() });
  if (stateFile) await writeHighestSeen(stateFile, { ...seen, [origin]: seal.version });
  const findings = await compareSite({ ...seal, refused: powerfulHeaders }, { ...context, ...limits });
  const hints = [...warnOfExpiry(seal, now()), ...(stateFile ? [] : [noState])];
  return toOutcome([...findings, ...hints], { origin, now: now(), seal });
}

/** A page is at the root of its origin: all that it names begins there. */
function readOrigin(word: string): string {
  const origin = toPageOrigin(word);
  if (origin !== undefined) return origin;
  throw new UsageError(`“${word}” should be the address of a page, such as https://wallets.example/.`);
}

function warnOfExpiry({ expiresAt }: Seal, now: number): readonly Finding[] {
  if (Date.parse(expiresAt) - now > sealWarningMs) return [];
  const what = `The seal expires ${toDistance(expiresAt, now)}, at ${expiresAt}: seal the site again before then (“${command} seal”).`;
  return [{ level: 'hint', code: 'seal-soon', where: [], what }];
}

const noState: Finding = {
  level: 'hint',
  code: 'no-state',
  where: [],
  what: 'An older seal would not be noticed, since nothing is remembered: add --state FILE.',
};

function toOutcome(
  found: readonly Finding[],
  { origin, now, seal }: { readonly origin: string; readonly now: number; readonly seal?: Seal },
): Outcome {
  const findings = mergeFindings('verify', found);
  const { verdict, exitCode, summary } = judge(findings);
  const sealed = seal && { version: seal.version, createdAt: seal.createdAt, expiresAt: seal.expiresAt };
  return {
    lines: [
      `${origin}/${sealed ? `  seal ${sealed.version} of ${sealed.createdAt}` : ''}`,
      ...toFindingLines(findings),
      '',
      summary,
      note,
    ],
    facts: {
      url: `${origin}/`,
      at: toInstant(now),
      verdict,
      ...(sealed && { seal: sealed }),
      findings,
      note,
    },
    exitCode,
  };
}

function judge(findings: readonly Finding[]) {
  const wrong = findings.filter(({ level }) => level === 'wrong').length;
  if (wrong > 0) {
    const summary = `${wrong} ${wrong === 1 ? 'thing is' : 'things are'} not as sealed.`;
    return { verdict: 'different', exitCode: 1, summary } as const;
  }
  if (findings.some(({ level }) => level === 'unsure')) {
    const summary = 'It could not be told whether it is what was sealed.';
    return { verdict: 'unknown', exitCode: 3, summary } as const;
  }
  return { verdict: 'as-sealed', exitCode: 0, summary: 'It is what was sealed.' } as const;
}
