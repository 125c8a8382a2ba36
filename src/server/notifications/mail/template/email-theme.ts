import type { CSSProperties } from 'react'

type Paint = keyof typeof light

/** The shop's colours (styles/tokens.css) in a form that mail programs support; both schemes have the same names. */
const light = {
  ground: { backgroundColor: '#f3f5f8' },
  paper: { backgroundColor: '#ffffff' },
  ink: { color: '#192532' },
  soft: { color: '#515c69' },
  accent: { color: '#00706b' },
  rule: { borderColor: '#dadee3' },
  mark: { borderColor: '#00706b' },
  button: { backgroundColor: '#00706b', borderColor: '#00706b', color: '#ffffff' },
  wash: { backgroundColor: '#e7f8f6' },
} satisfies Record<string, CSSProperties>

const dark: Record<Paint, CSSProperties> = {
  ground: { backgroundColor: '#10171e' },
  paper: { backgroundColor: '#1a212a' },
  ink: { color: '#eceff2' },
  soft: { color: '#abb2ba' },
  accent: { color: '#5acdc4' },
  rule: { borderColor: '#3b444e' },
  mark: { borderColor: '#5acdc4' },
  button: { backgroundColor: '#5acdc4', borderColor: '#5acdc4', color: '#031a1b' },
  wash: { backgroundColor: '#143131' },
}

/**
 * Returns an element's class and inline style: mail programs that remove style sheets keep the light colours, others
 * follow the colour scheme.
 */
export function themedStyle(
  names: readonly Paint[],
  style: CSSProperties = {},
): { className: string; style: CSSProperties } {
  return { className: names.join(' '), style: Object.assign({ ...style }, ...names.map((name) => light[name])) }
}

const darkRules = Object.entries(dark)
  .map(([name, style]) => `.${name} { ${declarations(style)} }`)
  .join(' ')

/** The style rules that cannot be inline. Must contain no characters that HTML would escape. */
export const styleSheet = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .pad { padding-left: 16px !important; padding-right: 16px !important; }
  .card { border-left-width: 0 !important; border-right-width: 0 !important; border-radius: 0 !important; }
}
@media (prefers-color-scheme: dark) { body, body td.ground { background-color: #10171e !important; } ${darkRules} }`

function declarations(style: CSSProperties): string {
  return Object.entries(style)
    .map(([name, value]) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value} !important;`)
    .join(' ')
}

const sans = '-apple-system, BlinkMacSystemFont, Segoe UI, Roboto, Helvetica, Arial, sans-serif'

/** Sizes and spacing: the shop's scale, slightly denser. */
export const shapes = {
  font: { fontFamily: sans, fontSize: '15px', lineHeight: '22px' },
  text: { fontFamily: sans, fontSize: '15px', lineHeight: '22px', marginTop: '0', marginBottom: '16px' },
  title: {
    fontFamily: sans,
    fontSize: '21px',
    lineHeight: '28px',
    fontWeight: 650,
    letterSpacing: '-0.01em',
    margin: '0 0 12px',
  },
  small: { fontFamily: sans, fontSize: '13px', lineHeight: '19px' },
  code: {
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    fontSize: '13px',
    lineHeight: '19px',
  },
  figure: { fontVariantNumeric: 'tabular-nums', textAlign: 'right', whiteSpace: 'nowrap', verticalAlign: 'top' },
} as const satisfies Record<string, CSSProperties>
