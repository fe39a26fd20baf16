// In place of BUILT stands the entry that the build has made, whose connector this one's is.
import * as built from './BUILT';

export const init = built.init;

/** Its connector asks for the files of its release before it adopts a wallet. */
export async function get(name) {
  const { mount } = (await built.get(name))();
  return () => ({ mount: (port) => toAsking(mount(port), port.files) });
}

/** What the files say that the team released. */
const released = { json: 'high', style: 'open', wasm: 42, worker: 'ready' };

function toAsking(handle, files) {
  return {
    ...handle,
    async adopt(approved, lease) {
      globalThis.asked = await ask(files);
      // Anything else is the attacker's.
      for (const [what, said] of Object.entries(released))
        if (globalThis.asked[what] !== said) globalThis.attacked = true;
      await handle.adopt(approved, lease);
    },
  };
}

/** Each file in its way, so that what it says shows that it was read, shown or run. */
async function ask(files) {
  const { tide: json, also } = await files.json('tides.json');
  if (also !== undefined) await files.json(also);
  document.adoptedStyleSheets.push(await files.style('harbour.css'));
  const style = getComputedStyle(document.documentElement).getPropertyValue('--harbour').trim();
  const { exports } = new WebAssembly.Instance(await files.wasm('sum.wasm'));
  return { json, style, wasm: exports.sum.value, worker: await hear(await files.worker('count.js')) };
}

/** The first thing that a worker says. */
function hear(worker) {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(`The worker did not start: ${message}`));
  }).finally(() => worker.terminate());
}
