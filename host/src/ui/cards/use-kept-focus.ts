import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Where a press takes its own button away, the focus would fall to the top of the page: it goes to the heading of
 * the card instead. `composition` changes with what the card shows. With `isHeld` the heading has it from the start.
 */
export function useKeptFocus(
  card: RefObject<HTMLElement | null>,
  composition: string,
  isHeld: boolean,
): void {
  const held = useRef<EventTarget | null>(null);
  useEffect(() => {
    const hold = ({ target }: FocusEvent) => {
      held.current = card.current?.contains(target as Node) ? target : null;
    };
    document.addEventListener('focusin', hold);
    return () => document.removeEventListener('focusin', hold);
  }, [card]);
  useLayoutEffect(() => {
    if (isHeld) card.current?.querySelector('h2')?.focus({ preventScroll: true });
  }, [card, isHeld]);
  useLayoutEffect(() => {
    const lost = held.current instanceof HTMLElement && !held.current.isConnected;
    if (lost && document.activeElement === document.body)
      card.current?.querySelector('h2')?.focus({ preventScroll: true });
  }, [card, composition]);
}
