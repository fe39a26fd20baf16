import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { vi } from 'vitest';
import { App } from '../ui/app.tsx';
import type { FakeShell } from './fake-shell.ts';
import { listMixedTexts } from './list-mixed-texts.ts';

/** The page of a shell in a document, as a person's tools find their way in it. */
export interface OpenPage {
  /** The region of a family, by its title. */
  region(title: string): HTMLElement;
  /** The names of the buttons within, in their order. */
  buttons(within: Element): readonly string[];
  /** Presses the button of exactly this name, also one in the menu behind `More`. */
  press(within: Element, name: string): Promise<void>;
  /** Runs a change, and waits until it is rendered. */
  change(run: () => void): Promise<void>;
  close(): Promise<void>;
}

/** Renders the views of a shell. */
export async function openPage(shell: FakeShell, now: () => number = () => 0): Promise<OpenPage> {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const main = document.body.appendChild(document.createElement('main'));
  const root = createRoot(main);
  const change = async (run: () => void) => {
    await act(async () => {
      run();
      // Code on demand.
      await vi.dynamicImportSettled();
    });
    // A foreign change of a text must not affect other nodes.
    const mixed = listMixedTexts(main);
    if (mixed.length > 0) throw new Error(`Texts beside other nodes: ${mixed.join(' | ')}`);
  };
  await change(() => root.render(<App shell={shell} root={document} now={now} />));
  return {
    region: (title) => find(main.querySelectorAll('section'), (section) => labelOf(section) === title, title),
    buttons: (within) => [...within.querySelectorAll('button')].map(nameOf),
    async press(within, name) {
      const named = (wanted: string) =>
        [...within.querySelectorAll('button')].filter((button) => nameOf(button) === wanted);
      const [more] = named('More');
      if (named(name).length === 0 && more) await change(() => more.click());
      await change(() => find(named(name), () => true, name).click());
    },
    change,
    async close() {
      await change(() => root.unmount());
      main.remove();
    },
  };
}

function labelOf(element: Element): string {
  const label = document.getElementById(element.getAttribute('aria-labelledby') ?? '');
  return label?.textContent ?? '';
}

function nameOf(button: Element): string {
  return (button.getAttribute('aria-label') ?? button.textContent ?? '').trim();
}

function find<Found extends Element>(
  all: Iterable<Found>,
  isWanted: (element: Found) => boolean,
  name: string,
): Found {
  const found = [...all].filter(isWanted);
  if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} elements named ${name}`);
  return found[0];
}
