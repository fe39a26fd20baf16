import { createElement } from '../window/element.ts';

/** The button that opens and closes the panel. */
export interface Opener {
  readonly button: HTMLButtonElement;
  /** Says on the button whether the panel is open. */
  tell(isOpen: boolean): void;
}

/**
 * Takes the page's button for the panel, which has `data-practice`, or else puts one of its own into `root`. The signal
 * gives the button back.
 */
export function takeOpener(root: ShadowRoot, press: () => void, signal: AbortSignal): Opener {
  const own = document.querySelector<HTMLButtonElement>('button[data-practice]');
  const button = own ?? createElement('button', { class: 'launcher', type: 'button' }, 'Practice');
  button.setAttribute('aria-label', `${button.textContent.trim()} panel`);
  button.setAttribute('aria-expanded', 'false');
  button.addEventListener('click', press, { signal });
  if (own) {
    own.disabled = false;
    signal.addEventListener('abort', () => {
      own.disabled = true;
      own.removeAttribute('aria-expanded');
    });
  } else root.append(button);
  return {
    button,
    tell(isOpen) {
      button.setAttribute('aria-expanded', String(isOpen));
      if (!own) button.hidden = isOpen;
    },
  };
}
