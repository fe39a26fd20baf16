/** Drawn on a grid of 24. */
const icons = {
  plus: ['M12 5v14M5 12h14'],
  flask: ['M10 4h4M11 4v6l-5 8.5c-.4.8.1 1.5 1 1.5h10c.9 0 1.4-.7 1-1.5L13 10V4', 'icon-small'],
  arrow: ['M5 12h14M13 6l6 6-6 6', 'icon-small icon-onward'],
  chevron: ['M6 9.5l6 6 6-6', 'icon-small'],
  shield: ['M12 3.5 19 6v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6zM9 12l2.2 2.2 4-4.2', 'icon-small'],
  power: ['M12 4v8M7 6.5a8 8 0 1 0 10 0'],
} as const satisfies Readonly<Record<string, readonly [path: string, className?: string]>>;

/** Drawn on a grid of 16. */
const symbols = {
  cross: 'M4.5 4.5l7 7m0-7l-7 7',
  copy: 'M6 6V3.8c0-.7.6-1.3 1.3-1.3h4.9c.7 0 1.3.6 1.3 1.3v4.9c0 .7-.6 1.3-1.3 1.3H10M3.8 6h4.9c.7 0 1.3.6 1.3 1.3v4.9c0 .7-.6 1.3-1.3 1.3H3.8c-.7 0-1.3-.6-1.3-1.3V7.3C2.5 6.6 3.1 6 3.8 6z',
  tick: 'M3 8.5l3.2 3.2L13 4.8',
  dots: 'M3 8h.01M8 8h.01M13 8h.01',
  sent: 'M5 11L11 5M6.5 5H11v4.5',
  key: 'M5.5 13a2.5 2.5 0 100-5 2.5 2.5 0 000 5zM7.3 8.7L13 3M10.5 5.5L12.5 7.5',
  clock: 'M8 14A6 6 0 108 2a6 6 0 000 12zM8 4.5V8l2.2 1.5',
  plus: 'M8 3v10M3 8h10',
  chevron: 'M6 3.5L10.5 8 6 12.5',
} as const;

/** An icon of 20 pixels. */
export function Icon({ name }: { name: keyof typeof icons }) {
  const [path, className = ''] = icons[name];
  return (
    <svg className={`symbol icon ${className}`} width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** An icon of 16 pixels. */
export function SmallIcon({ name }: { name: keyof typeof symbols }) {
  const className = name === 'dots' ? 'symbol symbol-dots' : 'symbol';
  return (
    <svg className={className} width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path d={symbols[name]} />
    </svg>
  );
}
