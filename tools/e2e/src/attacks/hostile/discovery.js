// The discovery of a properly signed release that turns on the page: it writes over the platform and over its port.
import { discover as own } from './BUILT';
import { overwriteHanded, overwritePlatform } from './overwrite.js';

globalThis.attacked = { platform: overwritePlatform() };

export const discover = (port) => {
  globalThis.attacked.discovery = overwriteHanded(port, 'port');
  return own(port);
};
