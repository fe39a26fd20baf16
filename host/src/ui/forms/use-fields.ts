import { useRef, useState } from 'react';
import type { SendField } from './check-send.ts';

type Written = Readonly<Record<SendField, string>>;

const empty: Written = { to: '', amount: '' };

/** What the fields of a send hold as it is written, `first` at first. The inputs keep it themselves, as the page's own do. */
export function useFields(given: Written = empty) {
  const [first] = useState(given);
  const [written, setWritten] = useState(first);
  const inputs = { to: useRef<HTMLInputElement>(null), amount: useRef<HTMLInputElement>(null) };
  /** A person has changed a field. */
  const keep = (name: SendField, text: string) => setWritten((now) => ({ ...now, [name]: text }));
  return {
    first,
    written,
    inputs,
    keep,
    /** The page changes a field. */
    fill(name: SendField, text: string) {
      const input = inputs[name].current;
      if (input) input.value = text;
      keep(name, text);
    },
  };
}
