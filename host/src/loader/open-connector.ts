import { codeOf, type Handle, LinkspanError, type Mount, type Port } from '@linkspan/contract';
import { withDeadline } from './deadline.ts';
import type { Federation } from './federation.ts';
import { isMadeOf } from './is-made-of.ts';
import type { Release } from './release.ts';

const startDeadlineMs = 10_000;
const handleMethods = [
  'adopt',
  'disconnect',
  'switchNetwork',
  'switchAccount',
  'signMessage',
  'signIn',
  'send',
  'unmount',
] as const satisfies readonly (keyof Handle)[];

/**
 * Loads a release's connector through the federation, and mounts it.
 * Rejects with `loader/host`, `loader/timeout`, `loader/broken`, or with the code that the connector gives.
 */
export async function openConnector(
  federation: () => Promise<Federation>,
  release: Release,
  port: Port,
): Promise<Handle> {
  const late = () => new LinkspanError('loader/timeout', toContext(release));
  const module = await withDeadline(importConnector(federation, release), startDeadlineMs, late);
  try {
    const mount = Reflect.get(Object(module), 'mount') as Mount;
    const handle: unknown = mount(port);
    if (isMadeOf<Handle>(handle, handleMethods)) return handle;
  } catch (cause) {
    // A code of its own, such as `remote/second-copy`, says more.
    throw codeOf(cause) === undefined ? toBroken(release, cause) : cause;
  }
  throw toBroken(release);
}

async function importConnector(federation: () => Promise<Federation>, release: Release): Promise<unknown> {
  const { ref, manifest } = release;
  const started = await federation().catch((cause: unknown) => {
    throw new LinkspanError('loader/host', {}, { cause });
  });
  // By the release's id: versions and names of remotes could run together into one.
  const name = `${ref.remote}_${release.id}`.replace(/\W/g, '_');
  return started.load(name, release.addressOf(manifest.entry), 'connector').catch((cause: unknown) => {
    throw toBroken(release, cause);
  });
}

function toBroken(release: Release, cause?: unknown): LinkspanError {
  return new LinkspanError('loader/broken', toContext(release), { cause });
}

function toContext({ ref }: Release): { remote: string; stage: string } {
  return { remote: ref.remote, stage: 'connector' };
}
