import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkInstalled } from './create-checkout.ts';
import type { Desk } from './open-desk.ts';
import { createStandIn } from './stand-in.ts';
import { fillIn, isRun, type Known, readWorkflow, type Workflow, type WorkflowStep } from './workflow.ts';

/** A CI that runs the workflows of `docs/guides/workflows` in shells of its own, and `gh` at a desk to reach it by. */
export interface Ci extends AsyncDisposable {
  /** What a push starts; returns what its jobs printed. */
  push(workflow: string): Promise<string>;
}

/**
 * A CI for the checkout at a desk, which gets a repository to push to. What its actions do is done here in their stead;
 * what its steps run is really run. `secrets` are its secrets and variables, such as `secrets.CI_KEY`.
 */
export async function openCi(desk: Desk, secrets: Known): Promise<Ci> {
  const place = await mkdtemp(join(tmpdir(), 'linkspan-ci-'));
  const origin = join(place, 'origin.git');
  const artifacts = join(place, 'artifacts');
  await desk.type(`git clone --quiet --bare . ${origin}
git remote add origin ${origin}
git fetch --quiet
git branch --set-upstream-to origin/main`);
  let jobs = 0;

  const runStep = async (step: WorkflowStep, known: Known, folder: string, env: Known): Promise<string> => {
    const given = (name: string) => fillIn(`${step.with?.[name] ?? ''}`, known);
    const [action = ''] = (step.uses ?? '').split('@');
    switch (action) {
      case 'actions/checkout': {
        const depth = given('fetch-depth') === '0' ? '' : '--depth 1';
        return orFail(await desk.type(`git clone --quiet ${depth} file://${origin} ${folder}`));
      }
      case 'actions/setup-node':
        return '';
      case 'actions/upload-artifact': {
        // As the action does, it leaves out what begins with a dot.
        if ((await readdir(given('path'))).length === 0) throw new Error('There is nothing to keep');
        await cp(given('path'), join(artifacts, given('name')), { recursive: true });
        return '';
      }
      case 'actions/download-artifact':
        await cp(join(artifacts, given('name')), given('path'), { recursive: true });
        return '';
      case '': {
        const own = Object.entries(step.env ?? {}).map(([name, value]) => [name, fillIn(value, known)]);
        return orFail(await desk.type(`cd ${folder}\n${step.run}`, { ...env, ...Object.fromEntries(own) }));
      }
      default:
        throw new Error(`There is no action ${action}`);
    }
  };

  const runAll = async (workflow: Workflow, event: Known): Promise<string> => {
    const printed: string[] = [];
    for (const job of Object.values(workflow.jobs).filter((one) => isRun(one, event))) {
      jobs += 1;
      const temp = join(place, `job-${jobs}`);
      await mkdir(temp);
      // Secrets of an environment are told to its jobs alone.
      const told = Object.entries(secrets).filter(
        ([name]) => name.startsWith('vars.') || job.environment === 'live',
      );
      const known = { ...Object.fromEntries(told), ...event, 'runner.temp': temp, 'github.token': 'token' };
      const env = Object.entries(workflow.env).map(([name, value]) => [name, fillIn(value, known)]);
      for (const step of job.steps)
        printed.push(
          await runStep(step, known, join(temp, 'checkout'), {
            ...Object.fromEntries(env),
            RUNNER_TEMP: temp,
          }),
        );
    }
    return printed.join('');
  };

  const closeNpx = await createStandIn(desk.tools, 'npx', {
    isMeant: (args) => args.includes('install'),
    async answer({ folder }) {
      await linkInstalled(folder);
      return { printed: '', exitCode: 0 };
    },
  });
  const closeGh = await createStandIn(desk.tools, 'gh', {
    isMeant: () => true,
    async answer({ args, folder }) {
      const option = (name: string) => args[args.indexOf(`--${name}`) + 1] ?? '';
      if (args[0] === 'run') {
        await cp(join(artifacts, option('name')), join(folder, option('dir')), { recursive: true });
        return { printed: '', exitCode: 0 };
      }
      const workflow = readWorkflow(args[2] ?? '');
      const defaults = Object.entries(workflow.on.workflow_dispatch.inputs).map(
        ([name, input]) => [`inputs.${name}`, input.default ?? ''] as const,
      );
      const fields = args.flatMap((one, index) => {
        const [, name = '', value = ''] = /^(\w+)=(.*)$/s.exec(one) ?? [];
        return args[index - 1] === '--field' ? [[`inputs.${name}`, value] as const] : [];
      });
      const event = {
        'github.event_name': 'workflow_dispatch',
        ...Object.fromEntries([...defaults, ...fields]),
      };
      return { printed: await runAll(workflow, event), exitCode: 0 };
    },
  });
  return {
    push: (workflow) => runAll(readWorkflow(workflow), { 'github.event_name': 'push' }),
    async [Symbol.asyncDispose]() {
      await Promise.all([closeNpx(), closeGh()]);
      await rm(place, { recursive: true, force: true });
    },
  };
}

function orFail({ printed, exitCode }: { readonly printed: string; readonly exitCode: number }): string {
  if (exitCode !== 0) throw new Error(`It ended with ${exitCode}:\n${printed}`);
  return printed;
}
