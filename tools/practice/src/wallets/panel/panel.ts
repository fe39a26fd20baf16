import { type Family, familyTitles } from '../family.ts';
import { createElement, createHost, keepFromPage } from '../window/element.ts';
import { createMark } from '../window/mark.ts';

/** A field of the panel: a list of which one is chosen, or a box. */
export interface Field {
  readonly name: string;
  readonly label: string;
  /** The titles of a list's settings, by their values. */
  readonly settings?: Readonly<Record<string, string>>;
}

export type Settings = Readonly<Record<string, string | boolean>>;

/** A button of the panel. A text that it answers is said. */
export interface Press {
  readonly id: string;
  readonly title: string;
  run(): unknown;
}

/** The fields of one wallet, network or remote. */
export interface Group {
  readonly id: string;
  readonly family: Family;
  /** After the family's name, where there are several. */
  readonly title?: string;
  readonly fields: readonly Field[];
  /** Fields that are folded away at first, under a title. */
  readonly folded?: { readonly title: string; readonly fields: readonly Field[] };
  readonly presses?: readonly Press[];
  /** What is set now. Rejects where that cannot be learned. */
  read(): Promise<Settings> | Settings;
  /** Sets one field; answers what is to be said. */
  set(name: string, value: string | boolean): Promise<string> | string;
  /** Calls whenever what is set has changed; returns the undoing. */
  subscribe?(listener: () => void): () => void;
}

/** A part of the panel that can be unfolded. */
export interface Section {
  readonly id: string;
  readonly title: string;
  /** Asked for when it is first unfolded. */
  groups(): Promise<readonly Group[]> | readonly Group[];
  readonly presses?: readonly Press[];
  /** Said where the groups, or what is set in them, cannot be learned. */
  readonly failed?: string;
}

/** Puts the launcher of the practice panel on the page, the first section unfolded. Returns the undoing. */
export function openPanel(sections: readonly Section[]): () => void {
  const { host, root } = createHost('practice-wallets');
  keepFromPage(host);
  const stops: (() => void)[] = [];
  const launcher = createLauncher();
  const folds = sections.map((section, at) => createFold(section, stops, at === 0));
  const closing = createElement('button', { class: 'button small closing', type: 'button' }, 'Close');
  const panel = createElement(
    'div',
    {
      class: 'panel',
      popover: 'manual',
      role: 'dialog',
      tabindex: '-1',
      id: 'practice-panel',
      'aria-labelledby': 'practice-panel-name',
    },
    createElement('p', { class: 'stripe' }, 'Practice. Test keys, local chains.'),
    createElement(
      'div',
      { class: 'head' },
      createElement('h2', { id: 'practice-panel-name' }, 'Break it'),
      closing,
    ),
    createElement(
      'div',
      { class: 'body', tabindex: '0', role: 'group', 'aria-label': 'What can be broken' },
      ...folds,
    ),
  );
  const show = (isOpen: boolean) => {
    panel.togglePopover(isOpen);
    launcher.setAttribute('aria-expanded', String(isOpen));
    (isOpen ? panel : launcher).focus();
  };
  launcher.addEventListener('click', () => show(!panel.matches(':popover-open')));
  closing.addEventListener('click', () => show(false));
  panel.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    show(false);
  });
  root.append(launcher, panel);
  // A page may load the wallets before its body is there.
  (document.body ?? document.documentElement).append(host);
  return () => {
    host.remove();
    for (const stop of stops) stop();
  };
}

function createLauncher(): HTMLButtonElement {
  const attributes = {
    class: 'launcher',
    type: 'button',
    id: 'practice-launcher',
    'aria-label': 'Practice panel',
  };
  return createElement(
    'button',
    { ...attributes, 'aria-expanded': 'false', 'aria-controls': 'practice-panel' },
    createElement('i', { 'aria-hidden': 'true' }, createMark()),
    createElement('span', {}, 'Practice'),
  );
}

interface Shown {
  readonly element: HTMLElement;
  refresh(): Promise<void>;
}

/** Says what has become of a press, to screen readers too. */
type Say = (work: () => unknown, failed?: string) => Promise<void>;

function createFold(section: Section, stops: (() => void)[], isOpen: boolean): HTMLElement {
  const list = createElement('div');
  const line = createElement('p', { class: 'note', role: 'status' });
  const say: Say = async (work, failed) => {
    try {
      const said = await work();
      line.textContent = typeof said === 'string' ? said : '';
    } catch (error) {
      line.textContent =
        failed ?? `It is as it was. ${error instanceof Error ? error.message : String(error)}`;
    }
  };
  let shown: readonly Shown[] | undefined;
  const refresh = async () => {
    if (shown === undefined) {
      shown = (await section.groups()).map((group) => createGroup(group, say, stops));
      list.append(...shown.map(({ element }) => element));
    }
    await Promise.all(shown.map((group) => group.refresh()));
  };
  const presses = (section.presses ?? []).map((press) =>
    createPress(press, (run) =>
      say(run)
        .then(refresh)
        .catch(() => undefined),
    ),
  );
  const said =
    presses.length === 0
      ? [line]
      : [
          createElement(
            'div',
            { class: 'told' },
            createElement('div', { class: 'presses' }, ...presses),
            line,
          ),
        ];
  const summary = createElement('summary', {}, section.title);
  const fold = createElement(
    'details',
    { class: 'section', id: `practice-section-${section.id}` },
    summary,
    list,
    ...said,
  );
  fold.addEventListener('toggle', () => fold.open && void say(refresh, section.failed));
  fold.open = isOpen;
  return fold;
}

function createPress({ id, title, run }: Press, carryOut: (run: Press['run']) => void): HTMLElement {
  const button = createElement('button', { class: 'button small', type: 'button', id }, title);
  button.addEventListener('click', () => carryOut(run));
  return button;
}

/** A part of a section under the name of a family, with what it is about after it if there are several. */
function createGroup(group: Group, say: Say, stops: (() => void)[]): Shown {
  const { id, family, title, fields, folded, presses = [] } = group;
  const refresh = async () => {
    const settings = await group.read();
    for (const { name, show } of inputs) show(settings[name] ?? '');
  };
  const set = (name: string, value: string | boolean) =>
    // What was chosen and could not be done is shown as it is.
    void say(() => group.set(name, value)).then(() => refresh().catch(() => undefined));
  const toInput = (field: Field) => ({
    name: field.name,
    ...createInput(`${id}-${field.name}`, field, set),
  });
  const shown = fields.map(toInput);
  const hidden = (folded?.fields ?? []).map(toInput);
  const inputs = [...shown, ...hidden];
  const stop = group.subscribe?.(() => void refresh());
  if (stop) stops.push(stop);
  const name = title === undefined ? familyTitles[family] : `${familyTitles[family]}, ${title}`;
  const heading = createElement(
    'h3',
    { id: `${id}-heading` },
    createElement('span', { class: 'dot', 'aria-hidden': 'true' }),
    name,
  );
  const element = createElement(
    'div',
    { class: 'wallet', role: 'group', 'data-family': family, 'aria-labelledby': heading.id, id },
    heading,
    ...shown.map((input) => input.element),
    createElement(
      'div',
      { class: 'presses' },
      ...presses.map((press) => createPress(press, (run) => void say(run))),
    ),
  );
  if (folded) {
    const summary = createElement('summary', {}, folded.title);
    element.append(createElement('details', {}, summary, ...hidden.map((input) => input.element)));
  }
  return { element, refresh };
}

function createInput(
  id: string,
  { name, label, settings }: Field,
  set: (name: string, value: string | boolean) => void,
) {
  if (settings) {
    const options = Object.entries(settings).map(([value, title]) =>
      createElement('option', { value }, title),
    );
    const select = createElement('select', { id }, ...options);
    select.addEventListener('change', () => set(name, select.value));
    const show = (value: string | boolean) => {
      select.value = String(value);
    };
    return { element: createElement('label', { class: 'field', for: id }, label, select), show };
  }
  const box = createElement('input', { type: 'checkbox', id });
  box.addEventListener('change', () => set(name, box.checked));
  const show = (value: string | boolean) => {
    box.checked = value === true;
  };
  return {
    element: createElement('div', { class: 'switch' }, createElement('label', { for: id }, box, label)),
    show,
  };
}
