import type { ApplicationShell, ShellPage } from '@linkspan/app/page';
import { createDeferred, type Deferred } from '../async.ts';
import type { PageConfig } from '../config.ts';
import { bodyOf, headOf, narrowPolicy, type Trust } from '../csp/policy.ts';
import { applicationReleasesMs } from '../limits.ts';
import { type ApplicationScripts, waitingType } from '../loader/import-map.ts';

/**
 * Opens the shell beside an application: the template's content in the shadow tree of an element at the end of the body.
 * Returns the shell's root in it.
 */
export function openRoot(template: HTMLTemplateElement): HTMLElement {
  const host = document.createElement('linkspan-root');
  const shadow = host.attachShadow({ mode: 'open' });
  shadow.append(document.importNode(template.content, true));
  void untilParsed().then(() => bodyOf(document).append(host));
  return shadow.querySelector('.shell') as HTMLElement;
}

/** How the scripts of an application are started. */
interface Starting {
  load(address: string): Promise<unknown>;
  trust(): Pick<Trust, 'toAddress'>;
}

/**
 * Runs the application's classic scripts, then its modules, each in their order, once policy and import map are in force or
 * have failed: an application starts without wallets too. Never rejects.
 */
export async function startApplication(
  scripts: ApplicationScripts,
  inForce: Promise<unknown>,
  { load, trust }: Starting,
): Promise<void> {
  const { classics, entries, integrity } = scripts;
  // Without the shell's policy, the headers would let the application turn any text into a script.
  const narrow = () => narrowPolicy(document, [...Object.keys(integrity), ...classics, ...scripts.sources]);
  await Promise.all([inForce.catch(narrow), untilParsed()]);
  const report = (error: unknown) => reportError(error);
  // Its own list, of which a form could have the name.
  const find: ParentNode['querySelectorAll'] = Document.prototype.querySelectorAll;
  const places = find.call(document, `script[type="${waitingType}"]`);
  await Promise.all(
    classics.map((address, at) =>
      startClassic(address, integrity[address] ?? '', { place: places[at], trust }).catch(report),
    ),
  );
  for (const entry of entries) await load(entry).catch(report);
}

/**
 * Puts a classic script into the place that it has in the page, with the attributes that it has there. Those of one page run
 * in the order of these calls. Settles when it has run; rejects if it does not load.
 */
async function startClassic(
  address: string,
  integrity: string,
  { place, trust }: Pick<Starting, 'trust'> & { readonly place: Element | undefined },
): Promise<void> {
  const script = document.createElement('script');
  for (const { name, value } of place?.attributes ?? [])
    if (name !== 'type') script.setAttribute(name, value);
  const run = new Promise<void>((resolve, reject) => {
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${address} did not load`));
  });
  // Otherwise whichever comes first would run first.
  script.async = false;
  if (integrity) Object.assign(script, { integrity, crossOrigin: '' });
  script.src = trust().toAddress(address);
  if (place) place.replaceWith(script);
  else headOf(document).append(script);
  await run;
}

/**
 * Settles when the application is not to wait any longer. A slow device parses later, and its application would start later
 * without the shell too.
 */
export async function untilLate(): Promise<void> {
  await untilParsed();
  await new Promise((resolve) => setTimeout(resolve, applicationReleasesMs));
}

/** Modules of a page run once it is parsed. */
export function untilParsed(): Promise<unknown> {
  if (document.readyState !== 'loading') return Promise.resolve();
  return new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
}

/** Defines the global by which the application's package reaches the shell, also before the shell has started. */
export function offerShell({ families }: PageConfig): Deferred<ApplicationShell> {
  const offer = createDeferred<ApplicationShell>();
  const known = families.map(({ id, title, namespace, networks }) => ({ id, title, namespace, networks }));
  const value: ShellPage = Object.freeze({ version: 1, families: known, shell: offer.promise });
  Object.defineProperty(globalThis, 'linkspanPage', { value });
  return offer;
}

/** Has the application's button say that the wallets did not load; a press reloads the page. Does nothing if the shell came. */
export function failElements(word: string): void {
  if (customElements.get('linkspan-connect')) return;
  customElements.define(
    'linkspan-connect',
    class extends HTMLElement {
      connectedCallback(): void {
        const button = Object.assign(document.createElement('button'), { type: 'button', textContent: word });
        button.addEventListener('click', () => location.reload());
        (this.shadowRoot ?? this.attachShadow({ mode: 'open' })).replaceChildren(button);
      }
    },
  );
}
