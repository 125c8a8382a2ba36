/**
 * Fonts for all texts, each a list of fonts that computers and telephones have: nothing is downloaded, so no page gets
 * heavier or moves while it loads, and nobody else learns who reads. The first one is that of styles/tokens.css.
 */
const stacks = {
  system: '',
  neutral: "Inter,Roboto,'Helvetica Neue','Arial Nova','Nimbus Sans',Arial,sans-serif",
  humanist: "Seravek,'Gill Sans Nova',Ubuntu,Calibri,'DejaVu Sans',sans-serif",
  geometric: "Avenir,Montserrat,Corbel,'URW Gothic',sans-serif",
  rounded: "ui-rounded,'Hiragino Maru Gothic ProN',Quicksand,'Arial Rounded MT Bold',Calibri,sans-serif",
  serif: "Charter,'Bitstream Charter','Sitka Text',Cambria,serif",
  slab: "Rockwell,'Rockwell Nova','Roboto Slab','DejaVu Serif','Sitka Small',serif",
} as const satisfies Record<string, string>

export type FontName = keyof typeof stacks
export const fontNames = Object.keys(stacks) as FontName[]

/** Returns the value of the token `--text`; empty for the usual one. */
export const fontStack = (name: FontName): string => stacks[name]
