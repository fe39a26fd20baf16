import { codeOf } from '@linkspan/contract';
import { field } from './field.ts';

/** The error and what it wraps, the outermost first. Libraries wrap what a wallet said, some of them in `error`. */
export function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let next = error; next != null && !causes.includes(next); ) {
    causes.push(next);
    next = field(next, 'cause') ?? field(next, 'error');
  }
  return causes;
}

/** What a library's error is about: what has a code of Linkspan's, else the innermost with a number, else the innermost. */
export function originOf(error: unknown): unknown {
  const causes = causesOf(error);
  const coded = causes.find((one) => codeOf(one) !== undefined);
  return coded ?? causes.findLast((one) => typeof field(one, 'code') === 'number') ?? causes.at(-1);
}

/** Whether the error or one of its causes has one of these names: by it libraries tell their errors apart. */
export function hasName(error: unknown, ...names: readonly string[]): boolean {
  return causesOf(error).some((one) => names.includes(String(field(one, 'name'))));
}
