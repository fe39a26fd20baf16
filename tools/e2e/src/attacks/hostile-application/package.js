// What a hostile package of an application tries, once the application runs. Each attempt says whether it came through.

const set = (name) => Object.assign(globalThis, { [`marked_${name}`]: true });
const later = () => new Promise((resolve) => setTimeout(resolve, 300));
const mark = (name) => `globalThis.marked_${name} = true`;
const ran = async (name, attempt) => {
  try {
    await attempt();
  } catch {
    // Refused at once.
  }
  await later();
  return globalThis[`marked_${name}`] === true;
};
const append = (tag, properties) =>
  document.body.append(Object.assign(document.createElement(tag), properties));
const toBlob = (text, type = 'text/javascript') => URL.createObjectURL(new Blob([text], { type }));

// Written so that the deploy, which looks for a registration, does not find it.
const register = (address) => navigator['service' + 'Worker'].register(address);
/** Of the one name that a configuration may list, as an application with workers has it. */
const createPolicy = () => {
  try {
    return globalThis.trustedTypes?.createPolicy('workers', { createScriptURL: (address) => address });
  } catch {
    return undefined;
  }
};
const policy = createPolicy();
/** An engine may not say that it has refused one. One that is expected may start late on a busy machine. */
const startWorker = (address, name, mostMs = 300) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(policy?.createScriptURL(address) ?? address);
    worker.onmessage = () => resolve(name && set(name));
    worker.onerror = reject;
    setTimeout(reject, mostMs);
  });

const attempts = {
  inlineScript: (name) => append('script', { textContent: mark(name) }),
  // biome-ignore lint/security/noGlobalEval: it is refused
  evaluated: (name) => globalThis.eval(mark(name)),
  innerHtml: (name) => {
    document.body.insertAdjacentHTML('beforeend', `<img src="x" onerror="${mark(name)}">`);
  },
  handler: (name) => {
    const image = document.createElement('img');
    image.setAttribute('onerror', mark(name));
    image.src = 'data:,';
    document.body.append(image);
  },
  dataModule: (name) => import(`data:text/javascript,${mark(name)}`),
  blobModule: (name) => import(toBlob(mark(name))),
  blobScript: (name) => append('script', { src: toBlob(mark(name)) }),
  otherOrigin: (name) => import(`${globalThis.otherOrigin}/run.js?${name}`),
  secondMap: async (name) => {
    const map = { imports: { 'another-name': `data:text/javascript,${mark(name)}` } };
    append('script', { type: 'importmap', textContent: JSON.stringify(map) });
    await import('another-name');
  },
  policy: (name) => {
    trustedTypes.createPolicy('another', { createScript: (text) => text });
    set(name);
  },
  frame: (name) => append('iframe', { srcdoc: `<script>parent.marked_${name} = true</script>` }),
  worker: (name) => startWorker(toBlob('postMessage(1)'), name),
  ownWorker: (name) => startWorker('/chunk.js', name),
  serviceWorker: async (name) => {
    await register('/chunk.js');
    set(name);
  },
  listedServiceWorker: async (name) => {
    await register('/workers/worker.js');
    set(name);
  },
  // Opened, what is no page is a document of no origin, in which nothing can be put.
  ...Object.fromEntries(
    ['/linkspan.json', '/blocked.json', '/chunk.js', '/workers/worker.js'].map((path) => [
      `opened_${path}`,
      async (name) => {
        const opened = open(path);
        await later();
        const script = opened.document.createElement('script');
        opened.document.documentElement.append(Object.assign(script, { textContent: 'marked = true' }));
        if (opened.marked) set(name);
      },
    ]),
  ),
};

globalThis.tryAll = async () => {
  const came = [];
  for (const [name, attempt] of Object.entries(attempts))
    if (await ran(name, () => attempt(name))) came.push(name);
  return came;
};
globalThis.startListedWorker = () =>
  startWorker('/workers/worker.js', undefined, 15_000).then(
    () => 'sound',
    () => 'refused',
  );
globalThis.importChunk = () =>
  import('./chunk.js').then(
    ({ chunk }) => chunk,
    () => 'refused',
  );
globalThis.importRemote = (address) =>
  import(address).then(
    () => 'ran',
    () => 'refused',
  );
globalThis.linkspanHasRun = true;
