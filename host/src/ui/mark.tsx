/** A brand's picture as it stands in the page. */
export interface Picture {
  /** A `data:` address in an `<img>`: a browser runs no script of it, and loads nothing for it. */
  readonly address: string;
  /** Its width, times its height. */
  readonly ratio: number;
}

const logoHeight = 28;

/** The page's mark: a brand's logo, else a bridge on three spans. */
export function Mark({ logo }: { logo?: Picture | undefined }) {
  // No text, since the page's name is beside it.
  if (logo)
    return <img src={logo.address} alt="" width={Math.round(logo.ratio * logoHeight)} height={logoHeight} />;
  return (
    <svg className="mark" width="26" height="26" viewBox="0 0 26 26" aria-hidden="true">
      <path className="mark-deck" d="M3 18.5h20" />
      <path className="mark-first" d="M5 18.5C7 11 10 7.5 13 7.5" />
      <path className="mark-second" d="M13 18.5v-11" />
      <path className="mark-third" d="M21 18.5C19 11 16 7.5 13 7.5" />
    </svg>
  );
}
