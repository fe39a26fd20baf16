import { contracts } from './contracts.ts';
import { startPage } from './start-page.ts';

// Contract 1.0: no view has a standing, no release a share.
startPage({
  contract: contracts.older,
  port: {},
  view: {},
  release: {},
  admitBalance: () => undefined,
}).catch(reportError);
