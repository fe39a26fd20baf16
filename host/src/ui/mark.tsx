/** The page's mark: a bridge on three spans. A brand replaces this file. */
export function Mark() {
  return (
    <svg className="mark" width="26" height="26" viewBox="0 0 26 26" aria-hidden="true">
      <path className="mark-deck" d="M3 18.5h20" />
      <path className="mark-first" d="M5 18.5C7 11 10 7.5 13 7.5" />
      <path className="mark-second" d="M13 18.5v-11" />
      <path className="mark-third" d="M21 18.5C19 11 16 7.5 13 7.5" />
    </svg>
  );
}
