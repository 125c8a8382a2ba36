/**
 * The fixed colours of every drawing: cool greys and one accent; drawings have their own background in light and dark
 * mode.
 */
export const ground = '#f3f5f8'
export const ink = '#1a2532'
export const paper = '#fff'
export const pale = '#e4e8ed'
export const mid = '#c4cbd4'
export const steel = '#8f9aa4'
export const dark = '#384352'
export const accent = '#018d87'
/** Printed circuit boards: a lighter accent, so that components on them stay visible. */
export const board = '#6fbdb6'
/** The lit half of a pane of glass, next to `wash`. */
export const gleam = '#d6efed'
export const wash = '#c1e7e4'

const tones: Readonly<Record<string, string>> = {
  black: dark,
  grey: steel,
  silver: mid,
  white: paper,
  blue: '#7299c4',
  red: '#cc6a63',
  green: '#74ad80',
  yellow: '#e6c455',
  cyan: '#45b3d6',
  magenta: '#cc5791',
}

/** The colour that the facts name, as it is drawn. */
export function toneOf(colour: string, otherwise: string): string {
  return tones[colour] ?? otherwise
}
