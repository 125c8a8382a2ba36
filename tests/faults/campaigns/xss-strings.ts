/** The function that an executed string calls; the campaign counts the calls. */
export const calledName = 'pwned'

const call = `${calledName}()`
const vectors = [
  `<script>${call}</script>`,
  `<script src="data:text/javascript,${call}"></script>`,
  `<script type=module>${call}</script>`,
  `<img src=x onerror=${call}>`,
  `<img src=x: onerror="${call}">`,
  `<svg onload=${call}>`,
  `<svg><script>${call}</script></svg>`,
  `<svg><animate onbegin=${call} attributeName=x dur=1s>`,
  `<svg><a xlink:href="javascript:${call}"><text y=20>x</text></a></svg>`,
  `<svg><set attributeName=onmouseover to=${call}>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${call}>`,
  `<math href="javascript:${call}">x</math>`,
  `<body onload=${call}>`,
  `<iframe srcdoc="<script>parent.${call}</script>"></iframe>`,
  `<iframe src="javascript:parent.${call}"></iframe>`,
  `<object data="javascript:${call}"></object>`,
  `<embed src="javascript:${call}">`,
  `<a href="javascript:${call}">x</a>`,
  `<a href="java\tscript:${call}">x</a>`,
  `<a href="&#106;avascript:${call}">x</a>`,
  `<a href="javascript&colon;${call}">x</a>`,
  `<a href=" \u0001javascript:${call}">x</a>`,
  `<a href="data:text/html,<script>${call}</script>">x</a>`,
  `<form action="javascript:${call}"><button>x</button></form>`,
  `<button formaction="javascript:${call}">x</button>`,
  `<input autofocus onfocus=${call}>`,
  `<select autofocus onfocus=${call}>`,
  `<textarea autofocus onfocus=${call}></textarea>`,
  `<details open ontoggle=${call}>x</details>`,
  `<video><source onerror=${call}></video>`,
  `<video src=x onerror=${call}></video>`,
  `<audio src=x onerror=${call}></audio>`,
  `<marquee onstart=${call}>x</marquee>`,
  `<div style="animation-name:x" onanimationstart=${call}>x</div>`,
  `<style>@keyframes x{}</style><p style="animation-name:x" onanimationend=${call}>x</p>`,
  `<style>@import 'javascript:${call}'</style>`,
  `<link rel=stylesheet href="javascript:${call}">`,
  `<meta http-equiv=refresh content="0;url=javascript:${call}">`,
  `<base href="javascript:${call}//">`,
  `<template><script>${call}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${call}>"></noscript>`,
  `<p onclick=${call}>x</p>`,
  `<p onpointerrawupdate=${call} tabindex=1>x</p>`,
  `<x onfocusin=${call} tabindex=0 autofocus>x</x>`,
  `<isindex type=image src=1 onerror=${call}>`,
  `<xss contenteditable onbeforeinput=${call}>x</xss>`,
  `<table background="javascript:${call}">`,
  `<td><p></td><img src=x onerror=${call}>`,
  `<select><template><img src=x onerror=${call}></template></select>`,
  `<svg><style><img src=x onerror=${call}></style></svg>`,
  `\${${call}}`,
  `{{constructor.constructor('${call}')()}}`,
  `javascript:${call}`,
  `" onmouseover=${call} x="`,
  `' onmouseover=${call} x='`,
  `" autofocus onfocus=${call} x="`,
  `x onerror=${call} `,
  `';${call};'`,
  `";${call};"`,
  `\\";${call};//`,
  `*/${call}/*`,
  `\u2028${call}//`,
]
const breakouts = [
  '',
  '"',
  "'",
  '">',
  "'>",
  '`',
  '-->',
  '<!--',
  ']]>',
  '</script>',
  '</style>',
  '</title>',
  '</textarea>',
  '</template>',
  '</noscript>',
  '</option></select>',
  '</svg>',
  '\\',
  '%22%3E',
  '&quot;&gt;',
  '\u0000',
  '</p></div>',
  '</a>',
  '<![CDATA[',
]

type Change = (text: string) => string
const changes: readonly Change[] = [
  (text) => text,
  (text) =>
    text.replace(
      /<([a-z]+)/gi,
      (_, name: string) => `<${[...name].map((letter, at) => (at % 2 === 0 ? letter.toUpperCase() : letter)).join('')}`,
    ),
  (text) => text.replace(/(<[a-z]+) /gi, '$1/'),
  (text) => text.replace(/(<[a-z]+) /gi, '$1\n\t'),
  (text) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (text) => text.replaceAll('<', '%3C').replaceAll('>', '%3E'),
  (text) => text.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e'),
  (text) => text.replace('<', '<<'),
  (text) => text.replace(/on(\w+)=/g, 'on$1 = '),
  (text) => text.replaceAll('<', '＜'),
]

/** Different strings that run unless they are escaped or sanitized; the same in every run. */
export function xssStrings(wanted: number): string[] {
  const all = new Set(
    changes.flatMap((change, step) =>
      breakouts.flatMap((breakout, place) =>
        vectors
          // Every vector unchanged and with every prefix; the changed ones alternate.
          .filter((_, at) => step === 0 || (at + place) % changes.length === step)
          .map((vector) => breakout + change(vector)),
      ),
    ),
  )
  const strings = [...all]
  return Array.from(
    { length: Math.min(wanted, strings.length) },
    (_, at) => strings[Math.floor((at * strings.length) / Math.min(wanted, strings.length))] ?? '',
  )
}
