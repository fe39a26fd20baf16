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
