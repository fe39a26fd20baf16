import { createElement } from '../window/element.ts';

/** A labelled list of which one is chosen. */
export interface Select {
  readonly element: HTMLElement;
  show(value: string): void;
}

/** What a select offers. */
export interface SelectParts {
  readonly id: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly title: string }[];
}

/** Makes a select; `choose` is called when the person chooses. */
export function createSelect({ id, label, options }: SelectParts, choose: (value: string) => void): Select {
  const items = options.map(({ value, title }) => createElement('option', { value }, title));
  const select = createElement('select', { id }, ...items);
  select.addEventListener('change', () => choose(select.value));
  const element = createElement('label', { class: 'field', for: id }, label, select);
  return {
    element,
    show: (value) => {
      select.value = value;
    },
  };
}
