import { dryRunOption } from '../ask/store-option.ts';
import { hostKeysFile } from '../keys/host-keys.ts';
import { signerOptions } from '../keys/open-signers.ts';
import { sealFile, writeSeal } from '../seal/write-seal.ts';
import type { Verb } from '../verb.ts';

/** Signs what the host's team has deployed, so that anybody can compare. */
export const seal: Verb = {
  name: 'seal',
  summary: 'for the host’s team: signs what its deployed page consists of, for “verify”',
  forms: ['seal SITE_FOLDER --origin ORIGIN'],
  options: {
    origin: { value: 'ORIGIN', text: 'where the page is served, such as https://wallets.example' },
    header: {
      value: 'NAME:VALUE',
      isMany: true,
      text: 'a header that the server adds to those of the deploy, with everything',
    },
    days: { value: 'N', text: 'how long the seal is good; else 30' },
    out: { value: 'FILE', text: `the file to write; else ${sealFile}` },
    'host-keys': {
      value: 'FILE',
      text: `the host team’s keys, which must have signed; else ${hostKeysFile}`,
    },
    ...signerOptions,
    ...dryRunOption,
  },
  run: writeSeal,
};
