/** Adds something. */
export function PlusIcon() {
  return <Icon path="M12 5v14M5 12h14" />;
}

/** Stands for practice. */
export function FlaskIcon() {
  return (
    <Icon
      path="M10 4h4M11 4v6l-5 8.5c-.4.8.1 1.5 1 1.5h10c.9 0 1.4-.7 1-1.5L13 10V4"
      className="icon-small"
    />
  );
}

/** Goes on to what comes next. */
export function ArrowIcon() {
  return <Icon path="M5 12h14M13 6l6 6-6 6" className="icon-small icon-onward" />;
}

/** Opens what is below. */
export function ChevronIcon() {
  return <Icon path="M6 9.5l6 6 6-6" className="icon-small" />;
}

/** Stands for what was checked. */
export function ShieldIcon() {
  return (
    <Icon
      path="M12 3.5 19 6v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6zM9 12l2.2 2.2 4-4.2"
      className="icon-small"
    />
  );
}

/** Ends connections. */
export function PowerIcon() {
  return <Icon path="M12 4v8M7 6.5a8 8 0 1 0 10 0" />;
}

function Icon({ path, className = '' }: { path: string; className?: string }) {
  return (
    <svg className={`symbol icon ${className}`} width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** Marks a button that closes something. */
export function Cross() {
  return <Drawing path="M4.5 4.5l7 7m0-7l-7 7" />;
}

export function CopySymbol() {
  return (
    <Drawing path="M6 6V3.8c0-.7.6-1.3 1.3-1.3h4.9c.7 0 1.3.6 1.3 1.3v4.9c0 .7-.6 1.3-1.3 1.3H10M3.8 6h4.9c.7 0 1.3.6 1.3 1.3v4.9c0 .7-.6 1.3-1.3 1.3H3.8c-.7 0-1.3-.6-1.3-1.3V7.3C2.5 6.6 3.1 6 3.8 6z" />
  );
}

export function TickSymbol() {
  return <Drawing path="M3 8.5l3.2 3.2L13 4.8" />;
}

export function MoreSymbol() {
  return <Drawing path="M3 8h.01M8 8h.01M13 8h.01" className="symbol symbol-dots" />;
}

export function SentSymbol() {
  return <Drawing path="M5 11L11 5M6.5 5H11v4.5" />;
}

export function KeySymbol() {
  return <Drawing path="M5.5 13a2.5 2.5 0 100-5 2.5 2.5 0 000 5zM7.3 8.7L13 3M10.5 5.5L12.5 7.5" />;
}

export function ClockSymbol() {
  return <Drawing path="M8 14A6 6 0 108 2a6 6 0 000 12zM8 4.5V8l2.2 1.5" />;
}

export function PlusSymbol() {
  return <Drawing path="M8 3v10M3 8h10" />;
}

/** Points to where a press leads. */
export function Chevron() {
  return <Drawing path="M6 3.5L10.5 8 6 12.5" />;
}

function Drawing({ path, className = 'symbol' }: { path: string; className?: string }) {
  return (
    <svg className={className} width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
