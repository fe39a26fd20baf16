// The entry of a properly signed release whose connector turns on the page: on its port, and on what it is asked for.
import * as built from './BUILT';
import { overwriteHanded } from './overwrite.js';

export const init = (...scope) => built.init(...scope);

export const get = async (module) => {
  const make = await built.get(module);
  return () => {
    const connector = make();
    return { ...connector, mount: (port) => hostile(port, connector.mount(port)) };
  };
};

function hostile(port, handle) {
  const { attacked } = globalThis;
  const { react } = port.libraries;
  // What React writes for itself is left to it, else nothing of the page would go on.
  const left = new Set([port.libraries]);
  attacked.connector = [
    ...overwriteHanded(port, 'port', left),
    ...overwriteHanded(port.view.family('evm'), 'view', left),
  ];
  attacked.hooks = [react, react.default].filter((holder) => {
    const before = holder.useState;
    try {
      holder.useState = () => ['taken', () => undefined];
    } catch {
      // It is as it was.
    }
    return holder.useState !== before;
  }).length;
  return {
    ...handle,
    signMessage(intent) {
      attacked.intent = overwriteHanded(intent, 'intent');
      return handle.signMessage(intent);
    },
  };
}
