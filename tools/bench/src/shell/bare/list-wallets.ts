// Stands in for the inline script and the early one if the bench measures what a list takes that is only asked for. No product has it:
// it believes whatever comes, and each wallet is a button that does nothing.

interface Family {
  readonly id: string;
  readonly networks: readonly unknown[];
  readonly remote: { readonly url: string; readonly options?: unknown };
}

/** As a discovery publishes it. */
interface Wallet {
  readonly id: string;
  readonly name: string;
  readonly icon?: string;
  readonly reach: string;
}

/** As a document has it: JSON in base64. */
interface Envelope {
  readonly payload: string;
}

interface Live {
  readonly releases: readonly { readonly path: string; readonly manifest: Envelope }[];
}

interface Manifest {
  readonly discovery: string;
}

interface DiscoveryModule {
  discover(port: object): unknown;
}

declare const linkspanEarly: Readonly<Record<string, Promise<Response>>>;

const page = document.currentScript?.previousElementSibling?.textContent ?? '';
const { config } = JSON.parse(page) as { config: { families: readonly Family[] } };
for (const family of config.families) list(family).catch(reportError);

async function list({ id, networks, remote: { url, options } }: Family): Promise<void> {
  const answer = await linkspanEarly[`${url}live.json`];
  const [release] = read<Live>(await answer?.json()).releases;
  if (release === undefined) throw new Error(`Nothing of ${id} is live.`);
  const { discovery } = read<Manifest>(release.manifest);
  const module: DiscoveryModule = await import(/* @vite-ignore */ url + release.path + discovery);
  const group = document.querySelector<HTMLElement>(`[data-group=${id}]`);
  const rows = group?.querySelector('.wallets-list');
  if (group) group.hidden = false;
  module.discover({
    ...{ family: id, networks, options, signal: new AbortController().signal },
    storage: { get: () => undefined, set: () => undefined, remove: () => undefined },
    publish: (wallets: readonly Wallet[]) => rows?.replaceChildren(...wallets.map((one) => toRow(id, one))),
  });
}

function read<Payload>({ payload }: Envelope): Payload {
  return JSON.parse(payload) as Payload;
}

function toRow(family: string, { id, name, icon, reach }: Wallet): HTMLElement {
  const row = Object.assign(document.createElement('button'), { className: 'wallet' });
  const state = reach === 'absent' ? 'get' : 'ready';
  Object.assign(row.dataset, { wallet: id, family, state });
  row.append(...(icon ? [Object.assign(new Image(), { src: icon })] : []), name);
  return row;
}
