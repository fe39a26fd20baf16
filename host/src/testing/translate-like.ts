/** How a text is changed: wrapped and replaced, as Chrome's translator does, or split into two nodes, as some extensions do. */
type TranslateWay = 'wrap' | 'split';

/**
 * Changes all present and later texts within an element as a browser's translator does: `wrap` puts each in
 * `<font><font>` and square brackets, except below `translate="no"`; `split` changes all nodes, and no letter.
 * Self-contained, so that it can run in another document. Returns the function that stops it.
 */
export function translateLike(within: Element, way: TranslateWay): () => void {
  const done = new WeakSet<Node>();

  function wrap(text: Text): void {
    if (text.parentElement?.closest('[translate]')?.getAttribute('translate') === 'no') return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    text.replaceWith(outer);
    outer.append(inner);
    const translated = document.createTextNode(`[${text.data}]`);
    done.add(translated);
    inner.append(translated);
  }

  function split(text: Text): void {
    done.add(text);
    if (text.length > 1) done.add(text.splitText(Math.floor(text.length / 2)));
  }

  function changeAll(): void {
    const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      // What is written into a node that was split is one text again.
      const isNew =
        !done.has(text) || (way === 'split' && text.parentNode?.childNodes.length === 1 && text.length > 1);
      if (isNew && text.data !== '') (way === 'wrap' ? wrap : split)(text);
    }
  }

  const observer = new MutationObserver(changeAll);
  observer.observe(within, { childList: true, characterData: true, subtree: true });
  changeAll();
  return () => observer.disconnect();
}
