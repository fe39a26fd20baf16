import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Desk } from './open-desk.ts';

/** A fenced block of a paper: the words after its fence, and its text. */
export interface Block {
  /** Such as `sh` or `text`. */
  readonly kind: string;
  /** What else stands after the fence. */
  readonly tags: readonly string[];
  readonly text: string;
  /** The heading that it stands under. */
  readonly heading: string;
}

/** The text of a paper in `docs`. */
export function readPaper(name: string): string {
  return readFileSync(new URL(`../../../../../docs/${name}`, import.meta.url), 'utf8');
}

/** Every fenced block of a paper in order, also those inside of lists, whose indent is taken away. */
export function blocksOf(paper: string): readonly Block[] {
  const found = paper.matchAll(/^(#+) (.+)$|^( *)```(\w+)(.*)\n([\s\S]*?)^ *```$/gm);
  let heading = '';
  return [...found].flatMap(([, level, title, indent = '', kind = '', tags = '', text = '']) => {
    if (level !== undefined) {
      heading = title ?? '';
      return [];
    }
    const words = tags.split(' ').filter((word) => word !== '');
    return [{ kind, tags: words, text: text.replace(new RegExp(`^${indent}`, 'gm'), ''), heading }];
  });
}

/** The text under a heading, up to the next one of its level or above. */
export function sectionOf(paper: string, title: string): string {
  const [, level = '#'] = new RegExp(`^(#+) ${title}$`, 'm').exec(paper) ?? [];
  const [, after = ''] = paper.split(new RegExp(`^${level} ${title}$`, 'm'));
  return after.split(new RegExp(`^#{1,${level.length}} `, 'm'))[0] ?? '';
}

/** The cells of the first table in a text, without its head. */
export function tableOf(text: string): readonly (readonly string[])[] {
  const [table = ''] = /^\|.*\n\| ?-.*\n(\|.*\n?)+/m.exec(text) ?? [];
  return table
    .split('\n')
    .slice(2)
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}

/** What stands in backticks in a text. */
export function namedIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
}

/**
 * What a paper says and is not seen: each of its lines must be among those that were seen, in this order; `…` stands
 * for anything, and how much space is between words does not matter.
 */
function missedLines(seen: string, told: string): readonly string[] {
  let rest = toLines(seen);
  return toLines(told)
    .filter((line) => line !== '…')
    .filter((line) => {
      const form = new RegExp(`^${line.split('…').map(toPattern).join('.*')}$`);
      const at = rest.findIndex((one) => form.test(one));
      if (at >= 0) rest = rest.slice(at + 1);
      return at < 0;
    });
}

function toLines(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function toPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
}

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
