import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus to the heading of an element if a press removes its own button, which changes `composition`. With
 * `isHeld` the heading has the focus from the start.
 */
export function useFocusRecovery(
  element: RefObject<HTMLElement | null>,
  composition: string,
  isHeld = false,
): void {
  const held = useRef<EventTarget | null>(null);
  const tree = () => element.current?.getRootNode() as Document | ShadowRoot | undefined;
  const focusHeading = () =>
    element.current?.querySelector<HTMLElement>('h1, h2')?.focus({ preventScroll: true });
  useEffect(() => {
    const control = new AbortController();
    const hold = ({ target }: Event) => {
      held.current = element.current?.contains(target as Node) ? target : null;
    };
    tree()?.addEventListener('focusin', hold, control);
    return () => control.abort();
  }, [element]);
  useLayoutEffect(() => {
    if (isHeld) focusHeading();
  }, [isHeld]);
  useLayoutEffect(() => {
    const lost = held.current instanceof HTMLElement && !held.current.isConnected;
    const focused = tree()?.activeElement ?? document.body;
    if (lost && focused === document.body) focusHeading();
  }, [composition]);
}
