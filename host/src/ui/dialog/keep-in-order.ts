/** Makes these the children of a list, in this order; those that are there already are moved only where they must be. */
export function keepInOrder(list: Element, elements: readonly Element[]): void {
  elements.forEach((element, at) => {
    if (list.children[at] !== element) list.insertBefore(element, list.children[at] ?? null);
  });
  while (list.children.length > elements.length) list.lastChild?.remove();
}

/** What is shown now: first what was shown before, in that order, and below it what is new. */
export function keepPlaces(now: readonly string[], before: readonly string[]): readonly string[] {
  return [...new Set([...before.filter((key) => now.includes(key)), ...now])];
}
