import { hasCode, LinkspanError, type ScopedStorage } from '@linkspan/contract';
import { once, withDeadline } from '../async.ts';
import type { Trust } from '../csp/policy.ts';
import { earlyScriptMs } from '../limits.ts';
import type { Enforce } from '../loader/enforce.ts';
import { chooseReleases, createSlot } from '../loader/slot.ts';
import type { ReleaseSource } from '../releases/release-source.ts';
import { openStorage, storagePrefix } from '../storage.ts';
import { findDialog } from '../ui/dialog/elements.ts';
import { bootTexts } from '../ui/texts/en-dialog.ts';
import { failPage, fetchOwn, uncover } from './failed-page.ts';
import type { EnterPage, OpenedPage, PageData } from './page.ts';

/** The differences between a deployed page and the development server's. */
export interface PageKind {
  readonly fetch: typeof fetch;
  openSource(data: PageData): ReleaseSource;
  openEnforce(data: PageData): Enforce;
  loadEarlyScript(data: PageData): Promise<EnterPage>;
  /** The page's one Trusted Types policy, made when it is first needed. */
  trust(): Trust;
  /** What the page of an application does besides. */
  readonly application?: Pick<
    typeof import('./application.ts'),
    'openRoot' | 'startApplication' | 'untilLate' | 'offerShell' | 'failElements'
  >;
}

/** Brings up the page of this document. */
export function runPage(kind: PageKind): void {
  const script = currentScript();
  const found = readPage(script);
  startPage(kind, found, script.parentElement as HTMLElement);
}

/** The script element that runs. Not `document.currentScript`, which an image of that name would be. */
export function currentScript(): Element {
  return Reflect.get(Document.prototype, 'currentScript', document) as Element;
}

/**
 * Brings up the page with its data, and the template of the shell beside an application, or else of `showFailed`. `parent` has
 * the prerendered page: an element, since a form or an image of markup could take the name of any member of `document`.
 */
export function startPage(
  kind: PageKind,
  { data, template }: ReturnType<typeof readPage>,
  parent: HTMLElement,
): void {
  const shell = kind.application?.openRoot(template);
  const root = shell ?? parent;
  const failed = shell?.querySelector('template') ?? template;
  const { own } = data;
  const fetchAnew = own && once(() => fetchOwn(own));
  const showFailed = () => {
    kind.application?.failElements(bootTexts.failed);
    failPage(failed, fetchAnew, () => location.reload()).catch(reportError);
  };
  if (fetchAnew) repairLater(fetchAnew);

  const offer = kind.application?.offerShell(data.config);
  void openPage(data, kind, {
    ...{ root, showFailed, fetch: kind.fetch, offer },
    load: (address) => import(/* @vite-ignore */ address),
  });
  showReturning(openStorage(`${storagePrefix}connection:`), root, bootTexts.returning);

  const dialog = findDialog(root);
  // A dialog that opens later does not hide a page that was visible.
  if (!dialog?.open) uncover(root);
  // Without a dialog, the early script says that the page did not start.
  if (dialog) bindButtons(root, dialog);
}

/** Has a part of the page that did not load when it was needed come right at the next load. */
export function repairLater(fetchAnew: () => Promise<unknown>): void {
  addEventListener('error', ({ error }) => {
    if (hasCode(error, 'loader/host')) fetchAnew().catch(() => undefined);
  });
}

/** Has the page's buttons open this very dialog, whatever else has its id; also in browsers without invoker commands. */
export function bindButtons(root: ParentNode, dialog: HTMLDialogElement): void {
  const hasCommands = 'commandForElement' in HTMLButtonElement.prototype;
  for (const button of root.querySelectorAll<HTMLButtonElement>('[commandfor]')) {
    if (hasCommands) button.commandForElement = dialog;
    else button.addEventListener('click', () => dialog.open || dialog.showModal());
  }
}

/**
 * Reads the last two elements of their kind before the inline script: the template of `showFailed`, and the page's data. They
 * are found by their place, since markup that gets into the page could take an id; an extension may have put elements
 * between them. Throws `loader/host` if the data is not there.
 */
export function readPage(script: Element): {
  readonly data: PageData;
  readonly template: HTMLTemplateElement;
} {
  const { data, element } = readData(script);
  const template = findBefore(element, 'template');
  if (!template) throw new LinkspanError('loader/host', {});
  return { data, template: template as HTMLTemplateElement };
}

/** The page's data, and the element before a script that has it. Throws `loader/host` if it is not there. */
export function readData(script: Element): { readonly data: PageData; readonly element: Element } {
  const element = findBefore(script, 'script[type="application/json"]');
  if (!element) throw new LinkspanError('loader/host', {});
  return { data: JSON.parse(element.textContent ?? ''), element };
}

function findBefore(element: Element, selector: string): Element | null {
  let found = element.previousElementSibling;
  while (found && !found.matches(selector)) found = found.previousElementSibling;
  return found;
}

/**
 * Until the early script has come, which knows the accounts, the prerendered cards of families that something is
 * remembered of read `word` instead of inviting to connect.
 */
export function showReturning(memory: ScopedStorage, root: ParentNode, word: string): void {
  for (const card of root.querySelectorAll<HTMLElement>('section[data-family]')) {
    const status = card.querySelector<HTMLElement>('[role=status]');
    const invitation = card.querySelector<HTMLElement>('.card-body');
    if (!status || !invitation || !memory.get(card.dataset.family ?? '')) continue;
    card.dataset.status = 'reconnecting';
    status.textContent = word;
    invitation.style.visibility = 'hidden';
  }
}

/**
 * Prepares the page for its first module: loads the live documents in parallel, chooses the releases, writes the import
 * map. The early script does everything else; it starts as soon as it has loaded, and awaits these steps. If it does
 * not load, the page says so. Never rejects.
 */
export async function openPage(
  data: PageData,
  { openSource, openEnforce, loadEarlyScript, application, trust }: PageKind,
  browser: Pick<OpenedPage, 'root' | 'fetch' | 'load' | 'showFailed' | 'offer'>,
): Promise<void> {
  let started: Promise<void> | undefined;
  const start = (inForce: Promise<unknown>) => {
    // Whoever needs it hears of its failure.
    inForce.catch(() => undefined);
    const { load } = browser;
    if (data.application)
      started ??= application?.startApplication(data.application, inForce, { load, trust });
  };
  try {
    const source = openSource(data);
    const enforce = openEnforce(data);
    const slots = data.config.families.map((family) =>
      createSlot(family, openStorage(`${storagePrefix}remote:${family.id}:`), source.open(family)),
    );
    const { copies } = data;
    const lateness = application && copies && { late: application.untilLate(), copies, base: location.href };
    const released = chooseReleases(slots, source, lateness);
    const inForce = released.then(() =>
      enforce(slots.flatMap(({ release, copied }) => release ?? copied ?? [])),
    );
    const chosen = inForce.then((prove) => prove());
    start(inForce);
    // The early script reports its failure, if it comes.
    chosen.catch(() => undefined);
    const enter = await withDeadline(loadEarlyScript(data), earlyScriptMs, () => new Error('late'));
    const byFamily = new Map(slots.map((slot) => [slot.family.id, slot]));
    enter({ ...browser, data, source, slots: byFamily, released, chosen, started });
  } catch (cause) {
    // An application works without wallets too.
    start(Promise.reject(cause));
    const error = new LinkspanError('loader/host', {}, { cause });
    browser.offer?.reject(error);
    browser.showFailed();
    reportError(error);
  }
}

/** The global object, through which the early script reaches the inline script. */
export interface EarlyScope extends Pick<EventTarget, 'addEventListener'> {
  linkspanEnter?: (early: Promise<EnterPage>) => void;
}

/**
 * Returns the early script, whose element follows the inline script's in the page. Rejects if the page has loaded
 * without it.
 */
export function awaitEarlyScript(scope: EarlyScope): Promise<EnterPage> {
  return new Promise((resolve, reject) => {
    scope.linkspanEnter = resolve;
    scope.addEventListener('load', reject);
  });
}
