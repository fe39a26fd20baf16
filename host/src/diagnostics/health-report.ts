import {
  contractVersion,
  type Events,
  type FamilyId,
  type RemoteState,
  type ShellEvent,
  type Standing,
  type Status,
} from '@linkspan/contract';
import type { Store } from '@linkspan/store';
import type { PageConfig } from '../config.ts';
import { storageAnswerMs } from '../limits.ts';
import { type ByCode, createHealthLog, type FamilyLog } from './health-log.ts';

/** How a family does, for those who run the page. */
export interface FamilyReport extends FamilyLog {
  readonly id: FamilyId;
  readonly title: string;
  readonly remote: RemoteState['stage'];
  /** Such as `remote-evm 0.1.0`; left out where none was chosen. `share` in percent only where it was verified. */
  readonly release?: { readonly name: string; readonly share?: number };
  readonly standing: Standing['state'];
  readonly status: Status;
}

/** How the page does. Like the events that it is made of, it holds nothing personal, and can be passed on. */
export interface HealthReport {
  /** ISO 8601. */
  readonly at: string;
  readonly build: string;
  readonly contract: string;
  /** Whether the browser keeps what the page stores. */
  readonly storage: 'kept' | 'not kept';
  readonly telemetry: 'on' | 'off';
  readonly families: readonly FamilyReport[];
  readonly faults: ByCode;
  readonly failures: readonly Pick<ShellEvent & { code: string }, 'at' | 'kind' | 'code'>[];
}

/** What the health view is made of. */
export interface Health {
  report(): HealthReport;
  readonly events: Events;
}

/** What a report is made of. */
export interface HealthNeeds {
  readonly config: PageConfig;
  readonly store: Pick<Store, 'view'>;
  readonly events: Events;
  readonly build: string;
  /** Tries whether the browser keeps what the page stores. */
  keeps(): boolean;
  now(): number;
}

/** Begins to count what happens, for the reports to come. */
export function createHealth(needs: HealthNeeds): Health {
  const { config, store, events, build } = needs;
  const log = createHealthLog(events);
  let probation = { at: Number.NEGATIVE_INFINITY, keeps: true };
  const keeps = () => {
    if (needs.now() - probation.at >= storageAnswerMs) probation = { at: needs.now(), keeps: needs.keeps() };
    return probation.keeps;
  };

  function toFamily({ id, title }: PageConfig['families'][number]): FamilyReport {
    const { remote, standing, connection } = store.view.family(id);
    const state = remote.get();
    const release = 'release' in state ? state.release : undefined;
    return {
      id,
      title,
      remote: state.stage,
      ...(release && {
        release: {
          name: `${release.remote} ${release.version}`,
          ...(release.share !== undefined && { share: release.share }),
        },
      }),
      standing: standing.get().state,
      status: connection.get().status,
      ...log.of(id),
    };
  }

  return {
    events,
    report: () => ({
      at: new Date(needs.now()).toISOString(),
      build,
      contract: contractVersion,
      storage: keeps() ? 'kept' : 'not kept',
      telemetry: config.telemetry === undefined ? 'off' : 'on',
      families: config.families.map(toFamily),
      faults: log.faults(),
      failures: log.failures().map(({ at, kind, code, ...event }) => ({
        at,
        ...('family' in event && { family: event.family }),
        kind,
        code,
      })),
    }),
  };
}
