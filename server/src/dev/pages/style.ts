/** The look of the pages: light and dark are two sets of values of the same rules. */

export const STYLE_PATH = '/page.css'

export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #fbfaf7; --panel: #f3f0e9; --line: #dcd6c9; --text: #161a20; --muted: #5a606b;
  --brass: #8a5a0b; --verdigris: #14695c; --rust: #a3321f;
  font: 16px/1.6 system-ui, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f1216; --panel: #171b21; --line: #2b313a; --text: #e8e5dd; --muted: #a3a8b1;
    --brass: #e3b75e; --verdigris: #62c6b2; --rust: #ff8a73;
  }
}
* { box-sizing: border-box; }
body { max-width: 70rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; background: var(--ground); color: var(--text); }
a { color: var(--brass); }
:focus-visible { outline: 2px solid var(--brass); outline-offset: 2px; }
header { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: baseline; border-bottom: 1px solid var(--line); padding-bottom: .75rem; }
header strong { margin-right: auto; }
nav { display: flex; flex-wrap: wrap; gap: 1.25rem; }
nav a { text-decoration: none; padding: .25rem 0; border-bottom: 2px solid transparent; }
nav a:hover { text-decoration: underline; }
nav a[aria-current] { color: var(--text); border-color: var(--brass); }
h1 { font-size: 1.5rem; margin: 1.5rem 0 .25rem; }
h2 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
.note { color: var(--muted); margin: 0 0 1.25rem; }
article { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; margin: 0 0 .75rem; padding: .75rem 1rem; }
.line { display: flex; flex-wrap: wrap; gap: .1rem 1rem; align-items: baseline; }
.line time, .line .end { color: var(--muted); font-variant-numeric: tabular-nums; }
.line .end { margin-left: auto; }
.done { color: var(--verdigris); } .refused { color: var(--rust); } .waiting { color: var(--brass); }
.state { font-weight: 600; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0 1rem; margin: .5rem 0 0; }
dt { color: var(--muted); } dd { margin: 0; overflow-wrap: anywhere; }
pre, code, .hex { font-family: ui-monospace, monospace; font-size: .875rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .75rem 0 0; }
details { margin-top: .5rem; }
summary { cursor: pointer; color: var(--brass); width: max-content; max-width: 100%; }
button { font: inherit; color: var(--brass); background: none; border: 1px solid var(--brass); border-radius: 6px; padding: .15rem .75rem; cursor: pointer; margin-top: .75rem; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .4rem; } }
`
