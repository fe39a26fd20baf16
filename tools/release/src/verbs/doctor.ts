import { UsageError } from '../errors.ts';
import { examineAddress, toReportLines } from '../inspect/doctor.ts';
import { answerSeconds } from '../limits.ts';
import type { Verb } from '../verb.ts';

/** Looks at what is deployed, from outside. */
export const doctor: Verb = {
  name: 'doctor',
  summary: 'looks at a deployed page or remote as a browser would, and says how to fix it',
  words: '<URL>',
  options: {
    origin: { value: 'ORIGIN', text: 'the page for which a remote is looked at; else https://page.example' },
    timeout: { value: 'SECONDS', text: 'how long an answer may take; else 10' },
  },
  async run(args, context) {
    const url = toUrl(args.word(0, 'URL'));
    const origin = toUrl(args.one('origin') ?? 'https://page.example').origin;
    const deadlineMs = (args.whole('timeout') ?? answerSeconds) * 1000;
    const reports = await examineAddress(url.href, { origin, deadlineMs }, context);
    const isWrong = reports.some(({ findings }) => findings.some(({ level }) => level === 'wrong'));
    return { lines: toReportLines(reports), facts: { url: url.href, reports }, exitCode: isWrong ? 1 : 0 };
  },
};

function toUrl(word: string): URL {
  if (/^https?:\/\//.test(word) && URL.canParse(word)) return new URL(word);
  throw new UsageError(`“${word}” should be an address such as https://wallets.example/.`);
}
