/** The texts in a part of a document that stand beside other nodes, instead of alone in an element of their own. */
export function listMixedTexts(within: Node): readonly string[] {
  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  const mixed: string[] = [];
  while (texts.nextNode()) {
    const { parentNode, textContent } = texts.currentNode;
    if (parentNode && parentNode.childNodes.length > 1) mixed.push(textContent ?? '');
  }
  return mixed;
}
