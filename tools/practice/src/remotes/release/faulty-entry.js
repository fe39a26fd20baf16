// The federation entry of a faulty release. `BUILT` becomes the file name of the remote's own entry, and `FAULTS_KEY`
// the key of the page's faults in `localStorage`.
import * as built from './BUILT';

const faults = JSON.parse(localStorage.getItem('FAULTS_KEY') ?? '{}');

throwIfFaulty('connector.evaluation');
if (startsFault('connector.evaluation', 'hangs')) await new Promise(() => undefined);

export const init = (...scope) => built.init(...scope);

export const get = async (name) => {
  const createModule = await built.get(name);
  return () => toFaultyConnector(createModule());
};

function toFaultyConnector(connector) {
  return {
    ...connector,
    mount(port) {
      throwIfFaulty('connector.mount');
      return toFaultyHandle(connector.mount(port));
    },
  };
}

function toFaultyHandle(handle) {
  let publishAgain = () => undefined;
  return {
    ...handle,
    async adopt(approved, lease) {
      await handle.adopt(approved, lease);
      const { wallet, accounts } = approved;
      const connection = { status: 'connected', wallet, accounts, capabilities: [] };
      publishAgain = () => lease.publishConnection(connection);
      if (startsFault('connector.connected', 'malformed'))
        setTimeout(() => lease.publishConnection({ ...connection, accounts: [] }));
      if (startsFault('connector.connected', 'floods')) flood(lease, connection);
    },
    async read(request) {
      if (request.kind === 'message' || request.kind === 'sign-in') throwIfFaulty('connector.sign');
      return handle.read(request);
    },
    unmount() {
      handle.unmount();
      if (startsFault('connector.unmount', 'publishes')) setTimeout(() => publishAgain());
    },
  };
}

/** The timer of the latest flood. */
let flooding;

/** Publishes 10,000 times a second, unless the thread is too busy: in turn a connection and a balance. */
function flood(lease, connection) {
  const [account] = connection.accounts;
  let count = 0;
  const publish = () => {
    count += 1;
    if (count % 2 === 0) lease.publishBalance({ account, amount: String(count) });
    else lease.publishConnection({ ...connection, capabilities: ['message'] });
  };
  clearInterval(flooding);
  flooding = setInterval(() => {
    for (let published = 0; published < 100; published += 1) publish();
  }, 10);
}

function throwIfFaulty(place) {
  if (startsFault(place, 'throws')) throw new Error(`Practice fault: ${place} throws.`);
}

/** Returns true if the fault is on, and records it in the global `practiceRemoteFaults` for tests that wait for it. */
function startsFault(place, fault) {
  if (faults[place] !== fault) return false;
  globalThis.practiceRemoteFaults ??= [];
  globalThis.practiceRemoteFaults.push(`${place} ${fault}`);
  return true;
}
