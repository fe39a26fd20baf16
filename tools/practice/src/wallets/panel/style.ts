/** How the practice panel looks, beside what all of the wallets' elements have. */
export const panelStyle = `
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
.panel .head h2 { font-size: 20px; line-height: 28px; letter-spacing: -.01em }
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
.state { font-size: 13px; line-height: 18px; color: var(--p-soft) }
.inside { padding-block-end: 8px }
.family-mark { flex: none; display: grid; place-items: center; inline-size: 24px; block-size: 24px; border-radius: var(--p-radius-small); color: var(--p-on-family); background: var(--p-family) }
.family-mark svg, .toggle svg { inline-size: 16px; block-size: 16px; fill: currentColor }
.field { display: grid; gap: 4px; margin-block-end: 8px }
.field > span { font-size: 13px; line-height: 18px; color: var(--p-soft) }
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
