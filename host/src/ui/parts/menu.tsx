import { useRef, useState } from 'react';
import { SmallIcon } from './icon.tsx';

interface MenuProps {
  /** The button's name. */
  readonly name: string;
  /** The list's name. */
  readonly label: string;
  readonly items: readonly MenuItem[];
}

/** An action of a menu; `opens` if it opens a dialog. */
export interface MenuItem {
  readonly word: string;
  readonly opens?: true;
  press(): void;
}

/** A button that opens a short list of further actions. Escape, a press elsewhere or Tab beyond its end closes it. */
export function Menu({ name, label, items }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles the events of its buttons
    <div
      ref={place}
      className="menu-place"
      onBlur={({ relatedTarget }) => {
        if (isOpen && !place.current?.contains(relatedTarget)) setOpen(false);
      }}
      onKeyDown={(event) => {
        if (!isOpen || event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <button
        ref={button}
        type="button"
        className="button button-square"
        aria-label={name}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <SmallIcon name="dots" />
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and these are commands
        <div role="group" className="menu" aria-label={label} tabIndex={-1} ref={focusFirst}>
          {items.map(({ word, opens, press }) => (
            <button
              key={word}
              type="button"
              aria-haspopup={opens && 'dialog'}
              onClick={() => {
                close();
                press();
              }}
            >
              {word}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function focusFirst(menu: HTMLElement | null): void {
  menu?.querySelector('button')?.focus();
}
