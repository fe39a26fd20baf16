import type { FamilyId } from '@linkspan/contract';
import { hoverMs } from '../../limits.ts';

/** What is done as a person comes nearer to a press, so that less of it is left to be waited for. */
export interface Intents {
  /** The dialog is open: some wallet will be pressed. Called once. */
  onOpen(): void;
  /** A person turns to a wallet that can be asked. */
  onFocus(family: FamilyId): void;
  /** And stays with it. */
  onHover(family: FamilyId): void;
}

/** What a person does just before a press. */
const signs = ['pointerover', 'focusin', 'touchstart'] as const;

/** Hears a person turn to a wallet: by pointer, by keyboard, by touch. Returns the undoing. */
export function hearIntent(dialog: HTMLDialogElement, { onOpen, onFocus, onHover }: Intents): () => void {
  let held: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isNear = false;

  function come(): void {
    if (!isNear) onOpen();
    isNear = true;
  }

  function hear({ target }: Event): void {
    come();
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-wallet]') : null;
    const family = button?.dataset.state === 'get' ? undefined : button?.dataset.family;
    if (family === held) return;
    held = family;
    clearTimeout(timer);
    if (family === undefined) return;
    onFocus(family);
    timer = setTimeout(() => onHover(family), hoverMs);
  }

  const leave = () => {
    held = undefined;
    clearTimeout(timer);
  };
  if (dialog.open) come();
  for (const sign of signs) dialog.addEventListener(sign, hear, { passive: true });
  dialog.addEventListener('pointerleave', leave);
  return () => {
    leave();
    for (const sign of signs) dialog.removeEventListener(sign, hear);
    dialog.removeEventListener('pointerleave', leave);
  };
}
