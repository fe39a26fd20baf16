import { LinkspanError, type Port } from '@linkspan/contract';

/**
 * Refuses a second copy of a library that the page shares: `linked` is any export of the copy that this remote
 * runs on, `name` the export's name. Throws `remote/second-copy`.
 */
export function assertShared(
  port: Pick<Port, 'family' | 'libraries'>,
  library: string,
  name: string,
  linked: unknown,
): void {
  const own = port.libraries[library] as Record<string, unknown> | undefined;
  if (own?.[name] !== linked) throw new LinkspanError('remote/second-copy', { family: port.family, library });
}
