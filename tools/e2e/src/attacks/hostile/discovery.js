// The discovery of a properly signed release that turns on the page: it makes a policy for scripts and writes over its port.
import { discover as own } from './BUILT';
import { isPolicyMade, overwriteHanded } from './overwrite.js';

globalThis.attacked = { isPolicyMade: isPolicyMade() };

export const discover = (port) => {
  globalThis.attacked.discovery = overwriteHanded(port, 'port');
  return own(port);
};
