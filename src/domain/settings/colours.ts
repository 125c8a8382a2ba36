import { reasonFor, type Reason, type ReasonCode } from './reasons.ts'

/** The accent of one colour scheme and the text on it, as `#rrggbb`. */
export type SchemeColours = { accent: string; onAccent: string }
export type Colours = { light: SchemeColours; dark: SchemeColours }
type Scheme = keyof Colours

/** What the accent is seen on and with: the colours of styles/tokens.css. */
const surroundings = {
  light: { paper: '#ffffff', ground: '#f3f5f8', ink: '#192532', washShare: 0.07 },
  dark: { paper: '#10171e', ground: '#1a212a', ink: '#eceff2', washShare: 0.16 },
} as const

/** The ground of pages and of their header. */
export const papers: Readonly<Record<Scheme, string>> = {
  light: surroundings.light.paper,
  dark: surroundings.dark.paper,
}

/** WCAG 2.2, 1.4.3: the least contrast of text. */
const minContrast = 4.5

export function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text)
}

/** Returns the accent with the colours made of it: stronger where one points, and a wash behind text. */
export function accentTokens({ accent, onAccent }: SchemeColours, scheme: Scheme) {
  const { paper, ink, washShare } = surroundings[scheme]
  return { accent, onAccent, strong: mixed(accent, ink, 0.18), wash: mixed(paper, accent, washShare) }
}

/** Returns why a scheme's colours cannot be read, or undefined: every pair of text and ground needs 4.5:1. */
export function unreadablePair(colours: SchemeColours, scheme: Scheme): Reason | undefined {
  const { paper, ground, ink } = surroundings[scheme]
  const { accent, onAccent, strong, wash } = accentTokens(colours, scheme)
  const pairs: [text: string, on: string, code: ReasonCode][] = [
    [accent, paper, 'unreadable_page'],
    [accent, ground, 'unreadable_shaded'],
    [accent, wash, 'unreadable_wash'],
    [strong, paper, 'unreadable_pointed'],
    [onAccent, accent, 'unreadable_button'],
    [onAccent, strong, 'unreadable_button_pointed'],
    [ink, wash, 'unreadable_text'],
  ]
  const worst = pairs
    .map(([text, on, code]) => ({ code, ratio: contrast(text, on) }))
    .sort((a, b) => a.ratio - b.ratio)[0]
  if (!worst || worst.ratio >= minContrast) return undefined
  return reasonFor(worst.code, { ratio: (Math.floor(worst.ratio * 10) / 10).toFixed(1) })
}

/** The contrast of two colours from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Mixes a share of the second colour into the first. */
function mixed(one: string, other: string, share: number): string {
  const others = channels(other)
  const made = channels(one).map((value, at) => Math.round(value + ((others[at] ?? 0) - value) * share))
  return `#${made.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}
