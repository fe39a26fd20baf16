import type { FamilyId } from '@linkspan/contract';

/** What a person does just before a press. */
const signs = ['pointerover', 'focusin', 'touchstart'] as const;

/** Calls when a person turns to a wallet that can be asked: by pointer, by keyboard, by touch. Answers the undoing. */
export function hearIntent(dialog: HTMLElement, intend: (family: FamilyId) => void): () => void {
  const hear = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-wallet]') : null;
    const { family, state } = button?.dataset ?? {};
    if (family !== undefined && state !== 'get') intend(family);
  };
  for (const sign of signs) dialog.addEventListener(sign, hear, { passive: true });
  return () => {
    for (const sign of signs) dialog.removeEventListener(sign, hear);
  };
}
