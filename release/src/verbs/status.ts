import { openAskedStore, storeOption } from '../ask/store-option.ts';
import { listRemotes, readState } from '../documents/read-state.ts';
import { toTable } from '../table.ts';
import type { Verb } from '../verb.ts';

/** Tells what is live where. */
export const status: Verb = {
  name: 'status',
  summary: 'tells which release of which remote is live, for whom, since when and until when',
  forms: ['status [REMOTE]'],
  options: storeOption,
  async run(asked, means) {
    const store = await openAskedStore(asked, means);
    const remotes = asked.words[0] === undefined ? await listRemotes(store) : [asked.words[0]];
    const states = await Promise.all(remotes.map((remote) => readState(store, remote, means.now())));
    const rows = states.flatMap(
      ({ remote, state, since = '', until = '', rootUntil = '', keyids = [], releases = [] }) => {
        const rest = [since, until, rootUntil, keyids.map((keyid) => keyid.slice(0, 8)).join(' ')];
        if (releases.length === 0) return [[remote, '', '', state, ...rest]];
        return releases.map(({ version, share }) => [remote, version, `${share} %`, state, ...rest]);
      },
    );
    const head = ['remote', 'release', 'share', 'state', 'since', 'until', 'root until', 'key'];
    return {
      lines: rows.length > 0 ? toTable(head, rows) : [`There is no remote in ${store.address} yet.`],
      facts: { store: store.address, remotes: states },
    };
  },
};
