import {
  type Blocklist,
  type LivePayload,
  type Manifest,
  parsePayload,
  type Root,
  readEnvelope,
  rootFormat,
} from '@linkspan/trust';
import { type Changes, createRepository, type Repository } from '@linkspan/trust/testing';
import { openReleases, type Releases, type ReleasesDependencies } from '../releases/releases.ts';
import { createFakeStorage } from './fake-storage.ts';

/** A remote whose documents are really signed, on a server with a switch for each fault, and a browser to visit by. */
export interface SignedRemote {
  readonly team: Repository;
  /** Where the remote lives. */
  readonly url: string;
  /** The answer of each address: a document, a status, an error, or none. Others are not found. */
  readonly served: Map<string, Answer>;
  /** The requests in order. */
  readonly asked: { readonly address: string; readonly init: RequestInit }[];
  /** The browser's storage. */
  readonly storage: ReturnType<typeof createFakeStorage>;
  /** Milliseconds since 1970; the test may set it. */
  now: number;
  /** The block list, empty by default. */
  blocklist: Blocklist;
  fetch: typeof globalThis.fetch;
  /** Serves a live document with these changes, signed by the right people. */
  goLive(changes?: Changes<LivePayload>, release?: Changes<Manifest>): Promise<void>;
  /** The releases as a new load of the page opens them, by the page's root. */
  load(changes?: Partial<ReleasesDependencies['remote']>, needs?: Partial<ReleasesDependencies>): Releases;
}

export type Answer = Uint8Array<ArrayBuffer> | string | number | Error | 'hang';

/** The time at which all of it begins, in milliseconds since 1970. */
export const testTime = Date.parse('2026-11-20T12:00:00Z');

export async function createSignedRemote(name = 'remote-evm'): Promise<SignedRemote> {
  const team = await createRepository(name, testTime);
  const url = `http://localhost:1/${name}/`;
  const served = new Map<string, Answer>();
  const server = serve(served);
  const remote: SignedRemote = {
    team,
    url,
    served,
    asked: server.asked,
    storage: createFakeStorage(),
    now: testTime,
    blocklist: { version: 1, blocked: [] },
    fetch: server.fetch,
    async goLive(changes = {}, release) {
      const path = `releases/${release?.version ?? '1.2.3'}/`;
      const releases = [{ share: 100, path, manifest: await team.signManifest(release) }];
      served.set(`${url}live.json`, await team.signLive({ releases, ...changes }));
    },
    load: (changes, needs) =>
      openReleases({
        remote: { name, url, root: team.root, least: 0, ...changes },
        storage: remote.storage,
        blocklist: async () => remote.blocklist,
        fetch: remote.fetch,
        now: () => remote.now,
        offered: { react: '19.2.0', 'react-dom/client': '19.2.0' },
        random: () => 0.5,
        ...needs,
      }),
  };
  return remote;
}

/** The value of a root's envelope; nothing is verified. */
export function readRoot(bytes: Uint8Array, remote: string): Root {
  return parsePayload(rootFormat, readEnvelope(rootFormat, bytes, remote).payload, remote);
}

/** A `fetch` with these answers, and its requests. */
export function serve(served: ReadonlyMap<string, Answer>): Pick<SignedRemote, 'asked' | 'fetch'> {
  const asked: SignedRemote['asked'] = [];
  return {
    asked,
    async fetch(input, init = {}) {
      const address = String(input);
      asked.push({ address, init });
      const answer = served.get(address) ?? 404;
      if (answer instanceof Error) throw answer;
      if (answer === 'hang') return hang(init.signal);
      return typeof answer === 'number' ? new Response('', { status: answer }) : new Response(answer);
    },
  };
}

function hang(signal?: AbortSignal | null): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
}
