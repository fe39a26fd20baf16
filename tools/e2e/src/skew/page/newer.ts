import { noFiles } from '@linkspan/kit/no-files';
import { atom } from 'nanostores';
import { contracts } from './contracts.ts';
import { startPage } from './start-page.ts';

// Contract 1.5, made up: what 1.1 to 1.4 added, and in each place something that no remote of today knows.
startPage({
  contract: contracts.newer,
  port: { theme: 'night', files: noFiles('any') },
  view: { standing: atom({ state: 'current' }), health: atom('well') },
  release: { share: 100, channel: 'steady' },
  admitBalance() {
    document.body.dataset.refused = 'balance';
    const newCode = { code: 'remote/too-soon', context: { family: 'any' } };
    throw Object.assign(new Error('A balance is taken once a minute.'), newCode);
  },
}).catch(reportError);
