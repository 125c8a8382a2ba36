import type { CSSProperties } from 'react'
import { accentTokens, type Colours } from '../../../../domain/settings/colours.ts'

type Paint = keyof typeof light
type Theme = Readonly<Record<Paint, CSSProperties>>

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

const dark: Theme = {
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
  theme: Theme = light,
): { className: string; style: CSSProperties } {
  return { className: names.join(' '), style: Object.assign({ ...style }, ...names.map((name) => theme[name])) }
}

/** Returns the colours of both schemes, with the brand's accent where it has one. */
export function themesOf(colours: Colours | undefined): { light: Theme; dark: Theme } {
  if (!colours) return { light, dark }
  return {
    light: { ...light, ...accentOf(accentTokens(colours.light, 'light')) },
    dark: { ...dark, ...accentOf(accentTokens(colours.dark, 'dark')) },
  }
}

function accentOf({ accent, onAccent, wash }: ReturnType<typeof accentTokens>): Partial<Record<Paint, CSSProperties>> {
  return {
    accent: { color: accent },
    mark: { borderColor: accent },
    button: { backgroundColor: accent, borderColor: accent, color: onAccent },
    wash: { backgroundColor: wash },
  }
}

/** Builds the style rules that cannot be inline. They contain no characters that HTML would escape. */
export function styleSheet(colours: Colours | undefined): string {
  const darkRules = Object.entries(themesOf(colours).dark)
    .map(([name, style]) => `.${name} { ${declarations(style)} }`)
    .join(' ')
  return `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .pad { padding-left: 16px !important; padding-right: 16px !important; }
  .card { border-left-width: 0 !important; border-right-width: 0 !important; border-radius: 0 !important; }
}
@media (prefers-color-scheme: dark) { body, body td.ground { background-color: #10171e !important; } ${darkRules} }`
}

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
