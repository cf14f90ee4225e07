export const playgroundStyle = `:root{color-scheme:light dark;--ink:#14191d;--soft:#55626c;--line:#b3bfc8;--background:#f4f6f8;--card:#fff;--link:#0a5fb0;--on:#fff;--fill:#e4edf5;--bad:#a3160e}
@media (prefers-color-scheme:dark){:root{--ink:#e8eaec;--soft:#a3afb8;--line:#4a5762;--background:#0d1013;--card:#15191d;--link:#79bbff;--on:#0d1013;--fill:#1e2a35;--bad:#ff9b92}}
*{box-sizing:border-box}
body{margin:0;background:var(--background);color:var(--ink);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:74rem;margin:0 auto;padding:clamp(1rem,4vw,3rem) clamp(.75rem,3vw,2rem)}
h1{margin:0;font-size:clamp(1.5rem,4vw,2.1rem);line-height:1.2;letter-spacing:-.015em}
h2{margin:0 0 .6rem;font-size:1.05rem}
p{margin:.4rem 0 0}
a{color:var(--link)}
.soft{color:var(--soft)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
form{margin-top:1.5rem}
label{display:block;font-weight:600}
.ask{display:flex;flex-wrap:wrap;gap:.5rem;margin-top:.35rem}
input,textarea{width:100%;min-width:0;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:.5rem}
input{flex:1 1 16rem;font:inherit;padding:.6rem .75rem}
input[aria-invalid=true]{border-color:var(--bad)}
button{font:inherit;font-weight:600;padding:.6rem 1.1rem;border:0;border-radius:.5rem;color:var(--on);background:var(--link);cursor:pointer}
button:hover{filter:brightness(1.1)}
.error{color:var(--bad)}
.examples{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:.7rem 0 0;padding:0;list-style:none;font-size:.9rem}
.result{display:grid;gap:2rem;margin-top:2rem}
.result>*{min-width:0}
@media (min-width:60rem){.result{grid-template-columns:minmax(0,1fr) minmax(0,1fr);align-items:start}}
.preview>:last-child{margin:0;max-width:40rem}
.waiting{padding:1rem;border:1px dashed var(--line);border-radius:.75rem}
.way{margin-bottom:1.1rem}
.head{display:flex;justify-content:space-between;align-items:end;gap:1rem;margin-bottom:.35rem}
.head button{padding:.25rem .8rem;font-size:.9rem;color:var(--link);background:var(--fill)}
textarea{display:block;font:.8125rem/1.5 ui-monospace,monospace;padding:.6rem .75rem;resize:vertical;white-space:pre-wrap;word-break:break-all}
.status{min-height:1.5em}
footer{margin-top:2.5rem;padding-top:1rem;border-top:1px solid var(--line);font-size:.9rem}`;
