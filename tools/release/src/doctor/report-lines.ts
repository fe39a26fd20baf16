import type { Level } from '../outside/finding.ts';
import { toFindingLines } from '../outside/finding-lines.ts';
import type { Report } from './examine-address.ts';

/** Reports as lines for people: what is wrong first, each with how to mend it, then what is sound. */
export function toReportLines(reports: readonly Report[]): readonly string[] {
  return [
    ...reports.flatMap(({ kind, name, address, findings }) => [
      `${kind === 'page' ? 'Page' : name}  ${address}`,
      ...toFindingLines(findings),
      '',
    ]),
    summarize(reports),
  ];
}

function summarize(reports: readonly Report[]): string {
  const count = (level: Level) =>
    reports.flatMap(({ findings }) => findings).filter((one) => one.level === level).length;
  const hints = count('hint');
  const wrong = count('wrong');
  const first =
    wrong === 0 ? 'Nothing is wrong' : `${wrong} ${wrong === 1 ? 'thing is' : 'things are'} wrong`;
  return `${first}${hints === 0 ? '' : `, ${hints} ${hints === 1 ? 'hint' : 'hints'}`}.`;
}
