import { LinkspanError } from '@linkspan/contract';
import { loadCodeMs } from './limits.ts';
import { within } from './within.ts';

/**
 * Code of a remote that is imported when it is needed. Rejects with `loader/timeout` or `loader/unreachable` if it does
 * not come; `remote` is the remote's name, and `stage` is `discovery` or `connector`.
 */
export function loadCode<Module>(
  load: () => Promise<Module>,
  context: { readonly remote: string; readonly stage: string },
): Promise<Module> {
  const loading = load().catch((cause: unknown) => {
    throw new LinkspanError('loader/unreachable', context, { cause });
  });
  return within(loading, loadCodeMs, () => new LinkspanError('loader/timeout', context));
}
