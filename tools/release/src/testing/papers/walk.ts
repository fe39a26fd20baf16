import { expect } from 'vitest';
import { missedLines } from './missed-lines.ts';
import type { Desk } from './open-desk.ts';
import type { Block } from './read-paper.ts';

/** Commands of a paper, with what it says a person sees. */
export interface Step {
  readonly heading: string;
  readonly tags: readonly string[];
  readonly commands: string;
  readonly told: string;
}

/** The steps of a paper: each `sh` block, with the `text` block that comes before the next one. */
export function stepsOf(blocks: readonly Block[]): readonly Step[] {
  return blocks.flatMap(({ kind, heading, tags, text }, index) => {
    if (kind !== 'sh') return [];
    const next = blocks[index + 1];
    return [{ heading, tags, commands: text, told: next?.kind === 'text' ? next.text : '' }];
  });
}

/** Does a step at a desk: it must end as the paper says, well unless it shows a code, and show all that it says. */
export async function walk(desk: Desk, step: Step, env?: Parameters<Desk['type']>[1]): Promise<string> {
  const { printed, exitCode } = await desk.type(step.commands, env);
  const isRefused = /^\([a-z]+\/[a-z-]+\)$/m.test(step.told);
  const seen = `${step.heading}\n${step.commands}\n${printed}`;
  expect(exitCode, seen).toBe(isRefused ? 1 : 0);
  expect(missedLines(printed, step.told), seen).toEqual([]);
  return printed;
}
