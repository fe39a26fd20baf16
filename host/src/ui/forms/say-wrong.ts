import type { Failure } from '@linkspan/contract';
import type { FamilyConfig } from '../../config.ts';
import { explainIn } from '../cards/explain-in.ts';

/** What is wrong with a field, by the failure that it would end in. */
export function sayWrong(family: FamilyConfig, failed: Failure): string {
  const { title, advice } = explainIn(family, failed);
  return `${title}. ${advice}`;
}
