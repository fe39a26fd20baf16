import { CommandError } from '../errors.ts';
import { StoreError } from '../store/errors.ts';

/** Whether the collector or the store gave no answer, and may give one later. */
export function isUnreachable(error: unknown): boolean {
  const isCoded = error instanceof CommandError || error instanceof StoreError;
  return isCoded && ['command/collector-unreachable', 'store/unreachable'].includes(error.code);
}
