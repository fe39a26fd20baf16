import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** One step of a job. */
export interface WorkflowStep {
  readonly name?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string | number>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
}

export interface Job {
  readonly if?: string;
  readonly needs?: string;
  readonly environment?: string;
  readonly steps: readonly WorkflowStep[];
}

/** A workflow of a CI, as far as ours use that language. */
export interface Workflow {
  readonly on: {
    readonly push?: { readonly branches: readonly string[]; readonly paths: readonly string[] };
    readonly workflow_dispatch: { readonly inputs: Readonly<Record<string, { readonly default?: string }>> };
  };
  readonly env: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** A workflow in `docs/guides/workflows`. */
export function readWorkflow(name: string): Workflow {
  return parse(
    readFileSync(new URL(`../../../../../docs/guides/workflows/${name}`, import.meta.url), 'utf8'),
  ) as Workflow;
}

/** Whether a push that changes a file starts a workflow, by GitHub's patterns: `**` is anything, `*` no slash. */
export function isStartedBy({ on }: Workflow, path: string): boolean {
  const toRegex = (pattern: string) => {
    const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
    return new RegExp(`^${escaped.replace(/\*+/g, (stars) => (stars === '*' ? '[^/]*' : '.*'))}$`);
  };
  return on.push?.paths.some((pattern) => toRegex(pattern).test(path)) ?? false;
}

/** What a job knows by `${{ … }}`, by dotted names such as `inputs.share`. */
export type Known = Readonly<Record<string, string>>;

/** A text with its `${{ … }}` filled in. Throws where it asks for what is not known. */
export function fillIn(text: string, known: Known): string {
  return text.replace(/\$\{\{ (\S+) \}\}/g, (_, name: string) => {
    const value = known[name];
    if (value === undefined) throw new Error(`Nothing is known of ${name}`);
    return value;
  });
}

/** Whether a job runs: it has no condition, or one of the form `name == 'value'`. */
export function isRun({ if: condition }: Job, known: Known): boolean {
  if (condition === undefined) return true;
  const [, name = '', value] = /^(\S+) == '(.*)'$/.exec(condition) ?? [];
  return known[name] === value;
}
