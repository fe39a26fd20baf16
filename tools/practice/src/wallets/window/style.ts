/** How the approval window and the panel look. */
export const style = `
:host { all: initial; color-scheme: light dark }
:host, .page {
  --raise: light-dark(#fff, oklch(25% .018 262));
  --ink: light-dark(oklch(24% .03 262), oklch(95% .008 262));
  --soft: light-dark(oklch(46% .025 262), oklch(76% .02 262));
  --line: light-dark(oklch(89% .008 262), oklch(36% .018 262));
  --edge: light-dark(oklch(58% .02 262), oklch(62% .02 262));
  --fill: light-dark(oklch(96% .006 262), oklch(30% .018 262));
  --accent: light-dark(oklch(46% .17 285), oklch(78% .11 285));
  --on-accent: light-dark(#fff, oklch(20% .03 262));
  --stripe: light-dark(oklch(94% .06 85), oklch(34% .06 80));
  --on-stripe: light-dark(oklch(36% .07 65), oklch(92% .06 88));
  font: 400 15px/1.5 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
  color: var(--ink);
}
*, ::before, ::after { box-sizing: border-box }
h2, h3, p, dl, dd, pre, fieldset { margin: 0; padding: 0; border: 0; min-width: 0 }
button, select, input { font: inherit; color: inherit }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }

.window, .panel {
  position: fixed; inset: 12px 12px auto auto; margin: 0; padding: 0; width: 388px; max-width: calc(100vw - 24px);
  max-height: calc(100dvh - 24px); overflow: hidden; color: var(--ink); background: var(--raise);
  border: 1px solid var(--line); border-radius: 20px; box-shadow: 0 30px 80px -20px rgb(5 10 30 / .45), 0 2px 8px rgb(5 10 30 / .12);
}
.panel { inset: auto 12px 68px auto; max-height: calc(100dvh - 92px) }
.window:popover-open, .panel:popover-open { display: flex; flex-direction: column; animation: come 160ms ease-out }
.window:focus, .panel:focus { outline: none }
@keyframes come { from { transform: translateY(-8px) } }

.stripe { flex: none; padding: 7px 20px; font-size: 12.5px; font-weight: 560; color: var(--on-stripe); background: var(--stripe) }
.head { flex: none; display: flex; align-items: center; gap: 12px; padding: 16px 20px 0 }
.panel .head { padding-bottom: 12px; border-bottom: 1px solid var(--line) }
.panel .body { padding-top: 0; scroll-padding-bottom: 128px }
.head h2 { font-size: 15px; line-height: 1.3; font-weight: 620 }
.mark { flex: none; width: 34px; height: 34px; border-radius: 10px; background: linear-gradient(140deg, #9a7cf8, #5d3fd3) }
.mark { display: grid; place-items: center; color: #fff }
.mark svg { width: 24px; height: 24px; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round }
.launcher i svg { display: block; width: 18px; height: 18px; fill: none; stroke: #fff; stroke-width: 2.4; stroke-linecap: round }
.mark.second { background: linear-gradient(140deg, #3fb8a3, #12705f) }
.family { display: flex; align-items: center; gap: 6px; font-size: 13px; line-height: 1.3; color: var(--soft) }
.dot { width: 8px; height: 8px; border-radius: 3px; background: var(--dot) }
[data-family="evm"] { --dot: light-dark(oklch(52% .17 268), oklch(74% .12 268)) }
[data-family="solana"] { --dot: light-dark(oklch(54% .19 305), oklch(76% .14 305)) }
[data-family="near"] { --dot: light-dark(oklch(52% .11 172), oklch(80% .12 172)) }
.head .round { margin-left: auto; flex: none; width: 36px; height: 36px; border: 0; border-radius: 99px; font-size: 20px; line-height: 1; color: var(--soft); background: none; cursor: pointer }
.head .round:hover { background: var(--fill) }
.waiting:not([hidden]) + .round { margin-left: 0 }
.waiting { margin-left: auto; padding: 2px 9px; border-radius: 99px; font-size: 12.5px; color: var(--soft); background: var(--fill) }

.body { flex: 1; min-height: 0; overflow: auto; padding: 16px 20px 4px }
.title { font-size: 19px; line-height: 1.25; font-weight: 640; letter-spacing: -.012em }
.site { margin-top: 2px; font-size: 14px; color: var(--soft); overflow-wrap: anywhere }
.note { margin-top: 14px; font-size: 13.5px; color: var(--soft); text-wrap: pretty }
.facts { display: grid; grid-template-columns: auto 1fr; gap: 8px 16px; margin-top: 16px; font-size: 14px }
.facts dt { color: var(--soft) }
.facts dd { overflow-wrap: anywhere; font-variant-numeric: tabular-nums }
.facts dd.large { font-size: 20px; line-height: 1.15; font-weight: 620; letter-spacing: -.015em }
.text { max-height: 220px; overflow: auto; margin-top: 16px; padding: 12px 14px; border-radius: 11px; background: var(--fill); font: 13px/1.5 ui-monospace, "SF Mono", "Cascadia Mono", "Roboto Mono", "Liberation Mono", monospace; white-space: pre-wrap; overflow-wrap: anywhere }
.picks { margin-top: 16px }
.picks legend { padding: 0 0 4px; font-size: 13px; font-weight: 560; color: var(--soft) }
.pick { display: flex; align-items: center; gap: 12px; min-height: 44px; padding: 6px 8px; margin: 0 -8px; border-radius: 11px }
.pick:hover { background: var(--fill) }
.pick b { display: block; font-weight: 560; line-height: 1.3 }
.pick small { display: block; font: 12px/1.4 ui-monospace, "SF Mono", "Roboto Mono", "Liberation Mono", monospace; color: var(--soft); overflow-wrap: anywhere }
input[type="checkbox"], input[type="radio"] { flex: none; width: 18px; height: 18px; margin: 0; accent-color: var(--accent) }

.foot { flex: none; display: grid; grid-template-columns: 1fr 1fr; gap: 10px; padding: 16px 20px 20px }
.button { min-height: 44px; padding: 0 16px; border: 1px solid var(--line); border-radius: 11px; font-weight: 560; background: var(--raise); cursor: pointer }
.button:hover { background: var(--fill) }
.button.main { color: var(--on-accent); background: var(--accent); border-color: transparent }
.button.main:hover { filter: brightness(1.06) }
.button:disabled { color: var(--soft); background: var(--fill); cursor: default }
.button.small { min-height: 36px; padding: 0 12px; border-radius: 9px; font-size: 13.5px }

.launcher { position: fixed; right: 12px; bottom: 12px; z-index: 2147483000; min-height: 44px; display: flex; align-items: center; gap: 9px; padding: 0 15px 0 12px; border: 1px solid var(--line); border-radius: 99px; font-size: 13.5px; font-weight: 560; color: var(--ink); background: var(--raise); box-shadow: 0 8px 26px -10px rgb(5 10 30 / .4); cursor: pointer }
.launcher i { width: 18px; height: 18px; border-radius: 6px; background: linear-gradient(140deg, #9a7cf8, #5d3fd3) }
.wallet { padding: 14px 0; border-top: 1px solid var(--line) }
.wallet:first-child { padding-top: 0; border-top: 0 }
.wallet[hidden], .field[hidden] { display: none }
.told { position: sticky; bottom: -4px; padding: 10px 0 14px; border-top: 1px solid var(--line); background: var(--raise) }
.told .presses { margin-top: 0 }
.told .note { margin: 0 }
.told .note:not(:empty) { margin-top: 8px }
.wallet h3 { display: flex; align-items: center; gap: 7px; font-size: 14px; font-weight: 620 }
.field { display: grid; gap: 3px; margin-top: 10px; font-size: 13px; color: var(--soft) }
.field select, .late { width: 100%; min-height: 38px; padding: 0 10px; border: 1px solid var(--edge); border-radius: 9px; font-size: 14px; color: var(--ink); background: var(--raise) }
.wallet > .button { margin-top: 10px }
.presses { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 10px }
.button[aria-disabled="true"] { color: var(--soft) }
.section { margin: 0 0 8px; border-top: 1px solid var(--line) }
.section:first-child { border-top: 0 }
.section > summary { width: auto; padding: 12px 0; font-size: 15px; font-weight: 620 }
.moment { margin-top: 10px }
.moment legend { padding: 0; font-size: 13px; font-weight: 560; color: var(--soft) }
.count { margin-left: 8px; font-weight: 400; color: var(--soft) }
details { margin-top: 12px; font-size: 14px }
summary { width: fit-content; padding: 4px 0; border-radius: 6px; font-size: 13.5px; font-weight: 560; cursor: pointer }
.switch { display: flex; align-items: center; gap: 10px; min-height: 34px }
.switch label { display: flex; align-items: center; gap: 10px; flex: 1 }
.late { width: 96px; min-height: 32px }
.closing { margin-left: auto }

.page { min-height: 100dvh; display: grid; place-items: center; padding: 16px; background: light-dark(oklch(97% .006 262), oklch(17.5% .014 262)) }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.body.problem { padding-bottom: 24px }
.page .sheet { width: 420px; max-width: 100%; overflow: hidden; border: 1px solid var(--line); border-radius: 20px; background: var(--raise); box-shadow: 0 30px 80px -30px rgb(5 10 30 / .35) }

@media (max-width: 520px) {
  .window, .panel { inset: auto 0 0; width: 100%; max-width: none; max-height: 86dvh; border-width: 1px 0 0; border-radius: 20px 20px 0 0; padding-bottom: env(safe-area-inset-bottom) }
  .launcher { right: 0; width: 33px; min-height: 56px; padding: 0; justify-content: center; border-right: 0; border-radius: 12px 0 0 12px }
  .launcher span { display: none }
  .switch, .field select, .button.small, summary { min-height: 44px }
  summary { align-content: center }
  .head .round { width: 44px; height: 44px }
  @keyframes come { from { transform: translateY(16px) } }
}
@media (prefers-reduced-motion: reduce) { .window:popover-open, .panel:popover-open { animation: none } }
@media (forced-colors: active) { .button.main { border-color: ButtonText } .dot, .mark, .launcher i { forced-color-adjust: none } }
`;
