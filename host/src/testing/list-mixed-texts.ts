/** The texts in a part of a document that are not the only node of their element. */
export function listMixedTexts(within: Node): readonly string[] {
  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  const mixed: string[] = [];
  while (texts.nextNode()) {
    const { parentNode, textContent } = texts.currentNode;
    if (parentNode && parentNode.childNodes.length > 1) mixed.push(textContent ?? '');
  }
  return mixed;
}
