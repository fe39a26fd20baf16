import { LinkspanError } from '@linkspan/contract';

/**
 * Code of a remote that is imported when it is needed. Rejects with `loader/unreachable` if it does not come; `remote` is
 * the remote's name, and `stage` is `discovery` or `connector`.
 */
export async function loadCode<Module>(
  load: () => Promise<Module>,
  context: { readonly remote: string; readonly stage: string },
): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw new LinkspanError('loader/unreachable', context, { cause });
  }
}
