import type { FamilyId, FamilyView, View } from '@linkspan/contract';
import type { Reporting } from './report.ts';
import { reportAttempts } from './report-attempts.ts';
import { reportTransfers } from './report-transfers.ts';

/** Tells the outcome of the store's facts, as events. Returns what ends it. */
export function reportFacts(view: View, tell: Reporting): () => void {
  const ends = view.families.flatMap((id) => {
    const family = view.family(id);
    return [
      reportAttempts(id, family, tell),
      tellConnection(id, family, tell),
      reportTransfers(id, family, tell),
      tellReleaseStatus(id, family, tell),
    ];
  });
  return () => {
    for (const end of ends) end();
  };
}

/** A change of accounts or network is none of status, and is nobody's business. */
function tellConnection(family: FamilyId, { connection }: FamilyView, { emit }: Reporting): () => void {
  let status = connection.get().status;
  return connection.listen((now) => {
    const code = 'failure' in now ? now.failure?.code : undefined;
    if (now.status === status && code === undefined) return;
    status = now.status;
    emit({ kind: 'connection', family, status, ...(code !== undefined && { code }) });
  });
}

function tellReleaseStatus(
  family: FamilyId,
  { releaseStatus, remote }: FamilyView,
  { emit }: Reporting,
): () => void {
  return releaseStatus.listen((now) => {
    const state = remote.get();
    const release = 'release' in state ? state.release : undefined;
    if (release === undefined) return;
    const { remote: name, version } = release;
    const code = now.state === 'stopped' ? now.failure.code : undefined;
    const about = { kind: 'release', family, remote: name, version, releaseStatus: now.state } as const;
    emit({ ...about, ...(code !== undefined && { code }) });
  });
}
