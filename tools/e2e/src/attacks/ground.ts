import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build, parts } from '@linkspan/stack/build';
import { root } from '@linkspan/stack/root';
import { near, solana } from '../page/families.ts';
import { openRemoteServer } from '../place/remote-server.ts';
import { createVictim } from './victim.ts';

/** What all attacks have in common: the two remotes that nobody attacks, each from its own origin. */
export interface Ground extends AsyncDisposable {
  /** Where each attack makes its own folder. */
  readonly folder: string;
  readonly others: readonly Other[];
}

/** A remote that must go on whatever happens to its neighbour. */
export interface Other {
  readonly remote: string;
  /** Its folder of the store. */
  readonly folder: string;
  /** Of its server, without a slash at its end. */
  readonly url: string;
}

/** Builds what has changed, and serves the two, in a folder of its own. */
export async function openGround(): Promise<Ground> {
  for (const part of parts) await build(part);
  await mkdir(join(root, '.linkspan'), { recursive: true });
  const folder = await mkdtemp(join(root, '.linkspan', 'attacks-'));
  const opened = await Promise.all(
    [solana, near].map(async ({ remote }) => {
      const { folder: own } = await createVictim(join(folder, 'others'), remote);
      return { remote, folder: own, server: await openRemoteServer(own) };
    }),
  );
  return {
    folder,
    others: opened.map(({ remote, folder: own, server }) => ({ remote, folder: own, url: server.url })),
    async [Symbol.asyncDispose]() {
      for (const { server } of opened) await server[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
