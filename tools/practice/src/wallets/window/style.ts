import { families, familyIds } from '../../families.ts';

const hues = familyIds.map((family) => `[data-family="${family}"] { --p-hue: ${families[family].mark.hue} }`);

/** How the wallets' own elements look: by the tokens of the page, where it has them. */
export const style = `
:host {
  all: initial; color-scheme: inherit;
  --p-card: var(--card, light-dark(#fff, oklch(20.5% .014 264)));
  --p-raise: var(--raise, light-dark(#fff, oklch(23.5% .016 264)));
  --p-fill: var(--fill, light-dark(oklch(96.4% .005 264), oklch(27% .016 264)));
  --p-line: var(--line, light-dark(oklch(92.4% .006 264), oklch(28.5% .015 264)));
  --p-edge: var(--edge, light-dark(oklch(87% .01 264), oklch(38% .018 264)));
  --p-field: var(--field, light-dark(oklch(64% .015 264), oklch(54% .02 264)));
  --p-ink: var(--ink, light-dark(oklch(22% .025 264), oklch(95.5% .006 264)));
  --p-soft: var(--soft, light-dark(oklch(47% .02 264), oklch(75% .015 264)));
  --p-sand: var(--sand, light-dark(oklch(96.4% .028 85), oklch(28% .035 75)));
  --p-on-sand: var(--on-sand, light-dark(oklch(40% .085 65), oklch(89% .07 84)));
  --p-accent: light-dark(oklch(46% .17 285), oklch(78% .11 285));
  --p-on-accent: light-dark(#fff, oklch(20% .03 262));
  --p-radius: var(--radius, 16px);
  --p-radius-control: var(--radius-control, 11px);
  --p-radius-small: var(--radius-small, 8px);
  --p-radius-sheet: var(--radius-sheet, 22px);
  --p-shadow: var(--shadow-sheet, 0 2px 6px rgb(5 10 30 / .08), 0 24px 64px -16px rgb(5 10 30 / .38));
  --p-mono: var(--mono, ui-monospace, "SF Mono", "Cascadia Mono", "Roboto Mono", "Liberation Mono", monospace);
  --p-control: 40px;
  --p-target: 36px;
  font: 400 15px/22px var(--font, -apple-system, "Segoe UI", Roboto, "Liberation Sans", system-ui, sans-serif);
  color: var(--p-ink);
}
:host([slot="request"]) { display: block }
*, ::before, ::after { box-sizing: border-box }
h2, h3, p, dl, dd, pre, fieldset { margin: 0; padding: 0; border: 0; min-inline-size: 0; font-size: inherit; font-weight: inherit }
button, select, input { font: inherit; color: inherit }
button, summary { cursor: pointer; touch-action: manipulation; -webkit-tap-highlight-color: transparent }
:focus-visible { outline: 2px solid var(--p-accent); outline-offset: 2px }

${hues.join('\n')}
[data-family] {
  --p-family: light-dark(oklch(53% .15 var(--p-hue)), oklch(68% .14 var(--p-hue)));
  --p-on-family: light-dark(#fff, oklch(17% .02 264));
}

.window {
  display: flex; flex-direction: column; margin: 0; padding: 0; overflow: hidden;
  border: 1px solid var(--p-line); border-radius: var(--p-radius-sheet); color: var(--p-ink); background: var(--p-raise);
}
.window[popover] {
  position: fixed; inset-block: 12px auto; inset-inline: auto 12px; inline-size: 388px;
  max-inline-size: calc(100vw - 24px); max-block-size: calc(100dvh - 24px); box-shadow: var(--p-shadow);
}
.window[popover]:not(:popover-open) { display: none }
.window[popover]:popover-open { animation: come 160ms ease-out }
.window:focus { outline: none }
@keyframes come { from { transform: translateY(-8px) } }
/* In the practice panel, which says itself what it is and scrolls: the answers stay in sight. */
.window:not([popover]) { overflow: visible; border-color: var(--p-edge); border-radius: var(--p-radius) }
.window:not([popover]) .stripe { display: none }
.window:not([popover]) .body { overflow: visible }
.window:not([popover]) .foot { position: sticky; inset-block-end: 0; border-radius: 0 0 var(--p-radius) var(--p-radius); background: var(--p-raise) }

.family, .waiting, .site, .note, .picks legend, .state, .field > span { font-size: 13px; line-height: 18px; color: var(--p-soft) }
.title, .facts dd.large, .panel .head h2 { font-size: 20px; line-height: 28px; font-weight: 600; letter-spacing: -.01em }
.site, .facts dd, .pick small { overflow-wrap: anywhere }
.stripe { flex: none; padding: 8px 20px; font-size: 13px; line-height: 18px; color: var(--p-on-sand); background: var(--p-sand) }
.head { flex: none; display: flex; align-items: center; gap: 12px; padding: 16px 20px 0 }
.head h2 { font-weight: 600 }
.mark { flex: none; display: grid; place-items: center; inline-size: 40px; block-size: 40px; border-radius: 12px; color: #fff; background: oklch(52% .17 285) }
.mark svg { inline-size: 28px; block-size: 28px; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round }
.mark.second { background: oklch(48% .09 175) }
.family { display: flex; align-items: center; gap: 8px }
.dot { inline-size: 8px; block-size: 8px; border-radius: 50%; background: var(--p-family) }
.round {
  flex: none; display: grid; place-items: center; inline-size: var(--p-target); block-size: var(--p-target);
  margin-inline-start: auto; padding: 0; border: 0; border-radius: 50%; font-size: 20px; line-height: 1;
  color: var(--p-soft); background: var(--p-fill);
}
.round:hover { color: var(--p-ink) }
.waiting:not([hidden]) + .round { margin-inline-start: 0 }
.waiting { margin-inline-start: auto; padding: 4px 8px; border-radius: 99px; background: var(--p-fill) }

.body { flex: 1; min-block-size: 0; overflow: auto; padding: 16px 20px 4px }
.note { margin-block-start: 16px; text-wrap: pretty }
.facts { display: grid; grid-template-columns: auto 1fr; gap: 8px 16px; margin-block-start: 16px }
.facts dt { color: var(--p-soft) }
.facts dd { font-variant-numeric: tabular-nums }
.text { max-block-size: 220px; overflow: auto; margin-block-start: 16px; padding: 12px; border-radius: var(--p-radius-control); background: var(--p-fill); font: 13px/18px var(--p-mono); white-space: pre-wrap; overflow-wrap: anywhere }
.picks { margin-block-start: 16px }
.picks legend { padding: 0 0 4px }
.pick { display: flex; align-items: center; gap: 12px; min-block-size: 44px; margin-inline: -8px; padding: 4px 8px; border-radius: var(--p-radius-control) }
.pick:hover { background: var(--p-fill) }
.pick b { display: block; font-weight: 600 }
.pick small { display: block; font: 13px/18px var(--p-mono); color: var(--p-soft) }
input[type="checkbox"], input[type="radio"] { flex: none; inline-size: 20px; block-size: 20px; margin: 0; accent-color: var(--p-accent) }

.foot { flex: none; display: grid; grid-template-columns: 1fr 1fr; gap: 8px; padding: 16px 20px 20px }
.button { min-block-size: var(--p-control); padding: 0 16px; border: 1px solid var(--p-edge); border-radius: var(--p-radius-control); font-weight: 600; background: var(--p-card) }
.button:hover { background: var(--p-fill) }
.button.main { color: var(--p-on-accent); background: var(--p-accent); border-color: transparent }
.button.main:hover { filter: brightness(1.06) }
.button:disabled { color: var(--p-soft); background: var(--p-fill); cursor: default }

@media (pointer: coarse) { :host { --p-control: 44px; --p-target: 44px } }
@media (max-width: 520px) {
  .window[popover] {
    inset-block: auto 0; inset-inline: 0; inline-size: 100%; max-inline-size: none; max-block-size: 50dvh;
    padding-block-end: env(safe-area-inset-bottom); border-width: 1px 0 0;
    border-radius: var(--p-radius-sheet) var(--p-radius-sheet) 0 0;
  }
  @keyframes come { from { transform: translateY(16px) } }
}
@media (prefers-reduced-motion: reduce) { .window[popover]:popover-open { animation: none } }
@media (forced-colors: active) { .button.main { border-color: ButtonText } .dot, .mark { forced-color-adjust: none } }

[hidden] { display: none !important }
.launcher {
  position: fixed; inset-block-end: 12px; inset-inline-end: 12px; z-index: 10; min-block-size: 44px; padding: 0 16px;
  border: 1px solid var(--p-edge); border-radius: 99px; font-weight: 600; color: var(--p-on-sand); background: var(--p-sand);
}
.panel {
  position: fixed; z-index: 10; inset-block: auto 0; inset-inline: 0; block-size: 46dvh;
  display: flex; flex-direction: column; padding-block-end: env(safe-area-inset-bottom);
  border: 0 solid var(--p-line); border-block-start-width: 1px; background: var(--p-card); box-shadow: var(--p-shadow);
}
.panel:focus { outline: none }
.panel .head { padding: 16px 24px 8px }
.panel .body { padding: 0 24px 16px; overscroll-behavior: contain }
.about { color: var(--p-soft); text-wrap: pretty }
::slotted([slot="request"]) { margin-block-start: 16px }
h3 { margin-block: 24px 4px; font-weight: 600 }
summary { display: flex; align-items: center; gap: 12px; min-block-size: 44px; border-radius: var(--p-radius-small); list-style: none }
summary::-webkit-details-marker { display: none }
summary::after {
  flex: none; inline-size: 7px; block-size: 7px; margin-inline: 0 4px; margin-block-end: 4px; border: solid var(--p-soft);
  border-width: 0 2px 2px 0; rotate: 45deg; content: "";
}
details[open] > summary::after { margin-block: 4px 0; rotate: 225deg }
.name { flex: 1; min-inline-size: 0 }
.inside { padding-block-end: 8px }
.family-mark { flex: none; display: grid; place-items: center; inline-size: 24px; block-size: 24px; border-radius: var(--p-radius-small); color: var(--p-on-family); background: var(--p-family) }
.family-mark svg, .toggle svg { inline-size: 16px; block-size: 16px; fill: currentColor }
.field { display: grid; gap: 4px; margin-block-end: 8px }
.field select { inline-size: 100%; min-block-size: var(--p-control); padding: 0 8px; border: 1px solid var(--p-field); border-radius: var(--p-radius-control); color: var(--p-ink); background: var(--p-card) }
.box { display: flex; align-items: center; gap: 12px; min-block-size: var(--p-control) }
.presses { display: flex; flex-wrap: wrap; gap: 8px }
.presses .button { flex: 1 1 auto; padding-inline: 12px }
.body > .presses { margin-block-start: 16px }
.body > .presses .button { flex: 1 }
.row { display: flex; align-items: center; gap: 4px; min-block-size: 44px }
.row > span { flex: 1; min-inline-size: 0 }
.toggle { flex: none; display: grid; place-items: center; inline-size: var(--p-target); block-size: var(--p-target); padding: 0; border: 1px solid var(--p-edge); border-radius: var(--p-radius-small); color: var(--p-soft); background: none }
.toggle:hover { background: var(--p-fill) }
.toggle[aria-pressed="true"] { color: var(--p-on-sand); background: var(--p-sand); border-color: currentColor }
.told { flex: none; margin: 0; padding-inline: 24px }
.told:not(:empty) { padding-block: 12px; border-block-start: 1px solid var(--p-line) }

@media (min-width: 1100px) {
  .panel {
    inset-block: var(--practice-top, 0px) 0; inset-inline: auto 0; inline-size: 360px; block-size: auto;
    border-width: 0; border-inline-start-width: 1px; box-shadow: none;
  }
}
@media (max-width: 639px) {
  .panel .head { padding-inline: 16px }
  .panel .body, .told { padding-inline: 16px }
}
@media (forced-colors: active) {
  .family-mark { forced-color-adjust: none }
  .toggle[aria-pressed="true"] { color: HighlightText; background: Highlight; forced-color-adjust: none }
}
`;

/** The room that the page leaves for the open panel: a column beside it, or a part of the window's height. */
export const roomStyle = `
@media (min-width: 1100px) { :root[data-practice-open] body { padding-inline-end: 360px } }
@media (max-width: 1099.98px) {
  :root[data-practice-open] { scroll-padding-block-end: 46dvh }
  :root[data-practice-open] body { padding-block-end: 46dvh }
}
`;
