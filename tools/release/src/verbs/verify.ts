import { hostKeysFile } from '../keys/host-keys.ts';
import type { Verb } from '../verb.ts';
import { verifySite } from '../verify/verify-site.ts';

/** Looks at a deployed page from outside, and compares it with what the host's team has sealed. */
export const verify: Verb = {
  name: 'verify',
  summary: 'compares a deployed page with its seal: boot, roots, files and headers',
  forms: ['verify URL --seal FILE_OR_URL'],
  options: {
    seal: { value: 'FILE_OR_URL', text: 'what “seal” has written, as a file or where it is published' },
    'host-keys': { value: 'FILE', text: `whose signatures on the seal count; else ${hostKeysFile}` },
    state: { value: 'FILE', text: 'remembers the highest version of the seal, and refuses a lower one' },
    timeout: { value: 'SECONDS', text: 'how long one answer may take; else 10' },
    within: { value: 'SECONDS', text: 'how long all of it may take; else 300' },
  },
  refusedWith: 3,
  run: verifySite,
};
