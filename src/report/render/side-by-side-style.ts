/** Light and dark by the reader's setting; one column on a phone, with text above graph. */
export const SIDE_BY_SIDE_STYLE = `
:root { color-scheme: light dark; --page: #f4f5f7; --card: #ffffff; --ink: #1f2933; --faint: #5b6672; --rule: #d9dee4;
  --lit: #ffe58a; --lit-ink: #1f2933; --held: #d97706; --link: #1d4ed8; --waived: #5f6b77;
  --rule-mark: #1d4ed8; --fact-mark: #5f6b77; --tone-mark: #7c3aed; --gap-mark: #b45309; --unread-mark: #b91c1c; }
@media (prefers-color-scheme: dark) { :root { --page: #14181d; --card: #1c2229; --ink: #e6e9ed; --faint: #a3adb8;
  --rule: #343c46; --lit: #6b4e00; --lit-ink: #fff6d6; --held: #f0a020; --link: #8ab4ff; --waived: #a3adb8;
  --rule-mark: #8ab4ff; --fact-mark: #a3adb8; --tone-mark: #c4b5fd; --gap-mark: #f0a020; --unread-mark: #fca5a5; } }
* { box-sizing: border-box; }
html, body { height: 100%; margin: 0; }
body { display: grid; grid-template-rows: auto minmax(0, 1fr) auto; background: var(--page); color: var(--ink);
  font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
header { padding: 10px 20px; background: var(--card); border-bottom: 1px solid var(--rule); display: flex; flex-wrap: wrap;
  gap: 2px 20px; align-items: baseline; }
h1 { font-size: 18px; line-height: 1.3; margin: 0; }
header p { margin: 0; color: var(--faint); font-size: 14px; }
main { display: grid; grid-template-columns: minmax(320px, 5fr) 8fr; min-height: 0; }
main > section { overflow: auto; min-width: 0; min-height: 0; scroll-behavior: smooth; }
@media (prefers-reduced-motion: reduce) { main > section { scroll-behavior: auto; } }
.text { padding: 8px 24px 48px; background: var(--card); border-right: 1px solid var(--rule); }
.text h2, .text h3, .text h4 { line-height: 1.3; margin: 1.6em 0 .4em; }
.text h2 { font-size: 18px; } .text h3, .text h4 { font-size: 16px; }
.text p, .text ul { margin: .4em 0 .8em; max-width: 68ch; } .text ul { padding-left: 22px; } .text li { margin: .3em 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 14px; line-height: 1.45; margin: .4em 0 1em; }
th, td { border: 1px solid var(--rule); padding: 5px 9px; text-align: left; vertical-align: top; }
th { color: var(--faint); font-weight: 600; }
[data-clause] { border-radius: 3px; cursor: pointer; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
.waived { color: var(--waived); text-decoration: underline dotted; text-underline-offset: 4px; }
.rule { --mark: var(--rule-mark); } .fact { --mark: var(--fact-mark); } .tone { --mark: var(--tone-mark); } .gap { --mark: var(--gap-mark); }
.unread { --mark: var(--unread-mark); }
.text .rule, .text .fact, .text .tone, .text .gap, .text .unread { text-decoration: underline; text-decoration-color: var(--mark);
  text-decoration-thickness: 2px; text-underline-offset: 4px; }
.text .open { text-decoration-style: dashed; }
.text tr.rule, .text tr.fact, .text tr.tone, .text tr.gap, .text tr.unread { text-decoration: none; }
.text tr[data-row][class] td:first-child { border-left: 4px solid var(--mark); }
.gloss { display: block; margin: 2px 0 10px; padding-left: 10px; border-left: 2px solid var(--rule); color: var(--faint); font-size: 14px;
  line-height: 1.45; text-decoration: none; }
.gloss > span { display: block; } .gloss em { display: block; color: var(--unread-mark); font-style: normal; }
.below td { border-top: 0; } .below .gloss { margin: 0; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 14px; } .legend [class] { border-bottom: 3px solid var(--mark, transparent); }
.legend .open { --mark: var(--unread-mark); border-bottom-style: dashed; }
.lit, tr.lit td { background: var(--lit); color: var(--lit-ink); text-decoration: none; }
[data-clause].lit { box-shadow: 0 0 0 2px var(--lit); }
[data-clause].held, div.held { outline: 2px solid var(--held); outline-offset: 2px; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.graph { padding: 0 20px 48px; position: relative; }
nav { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 6px; align-items: center; padding: 10px 0;
  background: var(--page); }
nav a, nav button { font: inherit; font-size: 13px; line-height: 1.4; padding: 4px 10px; border: 1px solid var(--rule); border-radius: 999px;
  background: var(--card); color: var(--ink); text-decoration: none; cursor: pointer; white-space: nowrap; }
nav a b { color: var(--held); font-weight: 700; } nav a b:not(:empty) { margin-left: 6px; }
nav .zoom { margin-left: auto; display: inline-flex; gap: 4px; }
figure { margin: 0 0 20px; background: var(--card); border: 1px solid var(--rule); border-radius: 10px; scroll-margin-top: 56px; }
figcaption { padding: 10px 16px 4px; } figcaption h2 { font-size: 16px; line-height: 1.3; margin: 0; }
figcaption p { margin: 0; font-size: 13px; color: var(--faint); overflow-wrap: anywhere; }
code { font: 12px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.picture { overflow: auto; padding: 12px 16px 16px; }
.picture svg { display: block; height: auto; margin: 0 auto; max-width: none; }
@media (prefers-color-scheme: dark) { .picture svg { filter: invert(.88) hue-rotate(180deg); } }
svg [data-step] { cursor: pointer; }
svg [data-step]:focus { outline: none; }
svg .lit > :is(rect, polygon, path, circle, ellipse) { stroke: #b45309; stroke-width: 4; fill: #ffe58a; }
svg .held > :is(rect, polygon, path, circle, ellipse) { stroke-width: 6; }
svg [data-step]:focus-visible > :is(rect, polygon, path, circle, ellipse) { stroke: #1d4ed8; stroke-width: 5; }
.some svg [data-step]:not(.lit) { opacity: .62; }
.forbids { margin: 0; padding: 6px 16px 14px 34px; font-size: 14px; } .forbids li { margin: 6px 0; } .forbids li > div { padding: 2px 6px; border-radius: 4px; cursor: pointer; }
.forbids small { color: var(--faint); } .forbids .lit small { color: inherit; }
footer { border-top: 1px solid var(--rule); background: var(--card); padding: 8px 20px; min-height: 44px; }
.told { margin: 0; font-size: 14px; line-height: 1.45; max-height: 4.4em; overflow: auto; }
@media (max-width: 760px) {
  main { grid-template-columns: minmax(0, 1fr); grid-template-rows: minmax(0, 1fr) minmax(0, 1fr); }
  .text { border-right: 0; border-bottom: 2px solid var(--rule); padding: 4px 16px 24px; }
  .graph { padding: 0 12px 24px; } header { padding: 8px 16px; } .hint { display: none; } footer { padding: 6px 16px; }
  nav { flex-wrap: nowrap; overflow-x: auto; } nav .zoom { margin-left: 8px; }
}
@media print { body { display: block; } main { display: block; } main > section { overflow: visible; } nav, footer, .hint { display: none; } }
`
