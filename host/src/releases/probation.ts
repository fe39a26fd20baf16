import type { ScopedStorage } from '@linkspan/contract';
import { discoveryMs, hourMs, probationBeatMs, startMs } from '../limits.ts';
import { readCachedLive } from './cache.ts';
import { readLastGood, writeLastGood } from './last-good.ts';
import {
  type RecordedFailure,
  readRecordedFailures,
  toFailurePrefix,
  toSuspectKey,
} from './recorded-failures.ts';
import type { Release } from './release.ts';

/** What this browser learns of a remote's release by running it. */
export interface Probation {
  /** Whether an earlier page was ended while code of this remote and of others was about to run: it waits to be asked for. */
  readonly isSuspect: boolean;
  /** Marks that code of the release is about to run; returns what takes the mark back. */
  begin(stage: string): () => void;
  /** Holds a failure against the release, where it is one of it: the next page does not run it for a while. */
  fail(code: string): void;
  /** Keeps that the release lists wallets, with the document that named it, unless another one has done more. */
  list(): void;
  /** Keeps that the release has taken over a wallet, with the document that named it. */
  work(): void;
  /** Whether the page is seen: one that is not may be ended by the browser at any time, which is no release's fault. */
  see(isSeen: boolean): void;
  /** Forgets all that is held against the remote's releases: the next page runs the newest again. */
  forgive(): void;
}

/** What a probation needs of the page. */
export interface ProbationNeeds {
  readonly remote: string;
  readonly release: Release | undefined;
  /** Where the browser keeps its documents. */
  readonly documents: ScopedStorage;
  /** This page, among all. */
  readonly page: string;
  /** What earlier pages have left that the inline script has gone by, and whether there is more. */
  readonly recordedFailures: readonly RecordedFailure[];
  readonly isSuspect: boolean;
  now(): number;
}

/**
 * Of a release itself: to fetch the same bytes again would not repair them. What a network does is none of these, but all
 * that its own code does as it is loaded is.
 */
const ofRelease = /^(loader\/(broken|altered|timeout)|remote\/.*)$/;

const markMs = discoveryMs + startMs;

/**
 * Opens the probation of a slot's release. What an earlier page left as a mark, and the inline script has gone by, is held against that
 * release for a day.
 */
export function openProbation(needs: ProbationNeeds): Probation {
  const { remote, release, documents, page, now, isSuspect } = needs;
  const prefix = toFailurePrefix(remote);
  const text = readCachedLive(documents, remote);
  const stages: string[] = [];
  let isSeen = true;
  let beat: ReturnType<typeof setTimeout> | undefined;

  const hold = (key: string, recordedFailure: RecordedFailure) =>
    quietly(() => localStorage.setItem(prefix + key, JSON.stringify(recordedFailure)));
  const drop = (key: string) => quietly(() => localStorage.removeItem(prefix + key));

  for (const { page: dead, ...recordedFailure } of needs.recordedFailures) {
    if (dead === undefined) continue;
    drop(dead);
    hold(recordedFailure.id, { ...recordedFailure, from: 0, until: now() + 24 * hourMs });
  }

  /** One that goes on is not blocked, however long it waits: no tab, a copy of its own neither, takes it for ended. */
  function mark(): void {
    clearTimeout(beat);
    const stage = stages.at(-1);
    if (release === undefined || stage === undefined || !isSeen) {
      drop(page);
      return;
    }
    const { id, ref } = release;
    const [from, until] = [now() + markMs, now() + 24 * hourMs];
    hold(page, { id, version: ref.version, stage, code: 'release/quarantined', page, from, until });
    beat = setTimeout(mark, probationBeatMs);
  }

  function keep(): void {
    if (release === undefined) return;
    drop(release.id);
    if (text !== undefined && !release.recordedFailure)
      writeLastGood(documents, remote, { id: release.id, text });
  }

  return {
    isSuspect,
    begin(stage) {
      stages.push(stage);
      mark();
      return () => {
        stages.splice(stages.indexOf(stage), 1);
        mark();
      };
    },
    fail(code) {
      if (release === undefined || !ofRelease.test(code)) return;
      const { id, ref } = release;
      hold(id, { id, version: ref.version, stage: '', code, from: 0, until: now() + hourMs });
    },
    list() {
      if (isSuspect) quietly(() => localStorage.removeItem(toSuspectKey(remote)));
      const { id } = readLastGood(documents, remote);
      if (id === '' || id === release?.id) keep();
    },
    work: keep,
    see(seen) {
      isSeen = seen;
      mark();
    },
    forgive() {
      for (const { id, page: dead } of readRecordedFailures(remote, now())) drop(dead ?? id);
      quietly(() => localStorage.removeItem(toSuspectKey(remote)));
    },
  };
}

/** Storage may be full, or switched off. */
function quietly(access: () => void): void {
  try {
    access();
  } catch {
    // Nothing is held then.
  }
}
