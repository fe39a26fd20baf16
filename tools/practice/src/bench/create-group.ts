import { type Family, familyTitles } from '../wallets/family.ts';
import { createElement } from '../wallets/window/element.ts';

/** A part of a section under the name of a family, with what it is about after it if there are several. */
export function createGroup(
  { id, family, name }: { readonly id: string; readonly family: Family; readonly name?: string },
  parts: readonly HTMLElement[],
): HTMLElement {
  const headingId = `${id}-heading`;
  const heading = createElement(
    'h3',
    { id: headingId },
    createElement('span', { class: 'dot', 'aria-hidden': 'true' }),
    name === undefined ? familyTitles[family] : `${familyTitles[family]}, ${name}`,
  );
  const attributes = {
    class: 'wallet',
    role: 'group',
    'data-family': family,
    'aria-labelledby': headingId,
    id,
  };
  return createElement('div', attributes, heading, ...parts);
}
