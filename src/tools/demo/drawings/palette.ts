/**
 * The fixed colours of every drawing: cool greys, one accent; they sit on their own ground in light and dark schemes.
 */
export const ground = '#f3f5f8'
export const ink = '#1a2532'
export const paper = '#fff'
export const pale = '#e4e8ed'
export const mid = '#c4cbd4'
export const steel = '#8f9aa4'
export const dark = '#384352'
export const accent = '#018d87'
/** Printed circuit boards: the accent, lighter, so that what stands on them is seen. */
export const board = '#6fbdb6'
/** The lit half of a pane of glass, beside `wash`. */
export const gleam = '#d6efed'
export const wash = '#c1e7e4'
