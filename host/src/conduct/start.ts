import { type Approved, type FamilyId, type Lease, LinkspanError } from '@linkspan/contract';
import type { Boot, Host } from '../boot/hand-over.ts';
import { type Connectors, createConnectors } from '../loader/connectors.ts';
import { withDeadline } from '../loader/deadline.ts';
import { offered } from '../loader/offered.ts';
import type { Shell } from '../shell.ts';
import { createActivityLog } from './activity.ts';
import { createCommands } from './commands.ts';
import { createRequests } from './requests.ts';

const adoptDeadlineMs = 15_000;

/** Makes the shell of what boot hands over: what views render, and what boot needs back. */
export function startShell(boot: Boot): { readonly shell: Shell; readonly host: Host } {
  const { config, store, berths } = boot;
  const now = () => Date.now();
  const federation = once(async () => (await import('../loader/federation.ts')).startFederation(offered));
  const connectors = createConnectors({ store, berths, federation, now });
  const requests = createRequests(store.view);
  const activity = createActivityLog({ now, newId: () => crypto.randomUUID() });
  const commands = createCommands({
    boot,
    connectors,
    requests,
    activity,
    page: location,
    reload: () => location.reload(),
    now,
  });
  whenIdle(() => federation().catch(reportError));
  return {
    shell: { config, view: store.view, request: requests.of, activity: activity.entries, commands },
    host: {
      adopt: (family, approved, lease) => adopt(connectors, family, approved, lease),
      prepare: (family) => {
        connectors.mounted(family).catch(() => undefined);
      },
    },
  };
}

/** An adoption never prompts, so that it may be given a deadline. Also rejects with `wallet/timeout`. */
async function adopt(
  connectors: Connectors,
  family: FamilyId,
  approved: Approved,
  lease: Lease,
): Promise<void> {
  const handle = await connectors.mounted(family);
  const late = () => new LinkspanError('wallet/timeout', { wallet: approved.wallet.name });
  await withDeadline(handle.adopt(approved, lease), adoptDeadlineMs, late);
}

/** A promise that is made at the first call, and again after a failure. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

/** WebKit has no `requestIdleCallback`. */
function whenIdle(task: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(task, { timeout: 3_000 });
  else setTimeout(task, 500);
}
