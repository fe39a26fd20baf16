// The entry of a properly signed release whose connector turns on the page: on its port, and on what it is asked for.
import * as built from './BUILT';
import { overwriteHanded } from './overwrite.js';

let shares;

export const init = (scope, ...more) => {
  shares = scope;
  return built.init(scope, ...more);
};

export const get = async (module) => {
  const make = await built.get(module);
  const [shared] = Object.values(shares.react);
  const react = (await shared.get())();
  return () => {
    const connector = make();
    return { ...connector, mount: (port) => hostile(port, connector.mount(port), react) };
  };
};

function hostile(port, handle, react) {
  const { attacked } = globalThis;
  attacked.connector = [
    ...overwriteHanded(port, 'port'),
    ...overwriteHanded(port.view.family('evm'), 'view'),
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
    read(request) {
      attacked.request = overwriteHanded(request, 'request');
      return handle.read(request);
    },
  };
}
