import { dryRunOption, storeOption } from '../ask/store-option.ts';
import { changeBlocked } from '../block/change-blocked.ts';
import { listBlocked } from '../block/list-blocked.ts';
import { makeHostKeys } from '../block/make-host-keys.ts';
import { toNamedRelease, withBlocked, withoutBlocked } from '../block/named-release.ts';
import { UsageError } from '../command-error.ts';
import { hostKeysFile } from '../keys/host-keys.ts';
import { signerOptions } from '../keys/open-signers.ts';
import type { Verb } from '../verb.ts';

/** The host team's own list of releases that must not run on its page, whoever signed them. */
export const block: Verb = {
  name: 'block',
  summary: 'for the host’s team: keeps a release off its page, whoever signed it',
  forms: [
    'block REMOTE VERSION --reason TEXT',
    'block REMOTE --manifest ID --reason TEXT',
    'block REMOTE VERSION --remove',
    'block list',
    'block refresh',
    'block keys --key FILE [--key FILE …] [--threshold N] [--out FILE]',
  ],
  options: {
    reason: { value: 'TEXT', text: 'why, for the people whose wallet does not work; at most 300 characters' },
    manifest: { value: 'ID', text: 'the very release with this manifest, whatever its version is called' },
    remove: { text: 'let the release run again' },
    days: { value: 'N', text: 'how long the list is good before it must be refreshed; else 30' },
    'host-keys': { value: 'FILE', text: `whose signatures the page believes; else ${hostKeysFile}` },
    'former-keys': { value: 'FILE', text: 'whose it believed before, where the keys were replaced' },
    threshold: { value: 'N', text: 'of block keys: how many of the keys must sign; else 1' },
    out: { value: 'FILE', text: `of block keys: the file to write; else ${hostKeysFile}` },
    ...signerOptions,
    key: { value: 'FILE', isMany: true, text: 'sign with this key file; of block keys: a public key file' },
    ...storeOption,
    ...dryRunOption,
  },
  async run(asked, means) {
    const subject = asked.word(0, 'REMOTE, list, refresh or keys');
    const isAlone = asked.words.length === 1 && asked.one('manifest') === undefined;
    if (isAlone && subject === 'keys') return makeHostKeys(asked, means);
    if (isAlone && subject === 'list') return listBlocked(asked, means);
    if (isAlone && subject === 'refresh') return changeBlocked(asked, means, (before) => before);
    const named = toNamedRelease(asked);
    if (asked.has('remove')) return changeBlocked(asked, means, (before) => withoutBlocked(before, named));
    const reason = asked.one('reason');
    if (reason === undefined) throw new UsageError('--reason TEXT is missing: people read it on the card.');
    return changeBlocked(asked, means, (before) => withBlocked(before, { ...named, reason }));
  },
};
