import { z } from 'zod/mini'
import { isColour } from './colours.ts'
import { fontNames } from './fonts.ts'
import { sentence } from './reasons.ts'
import { filledLine, line, optional } from './setting-texts.ts'

/** The path of a picture on this shop, empty for none. */
function picture(endings: string, example: string) {
  const path = new RegExp(`^/(?:[\\w-]+/)*[\\w-]+\\.(?:${endings})$`)
  return optional(200, (text) => path.test(text), sentence('picture_path', { example }))
}

/** A line in each language; empty for none. */
function bilingualText(maxLength: number) {
  return z.prefault(z.strictObject({ en: z.prefault(line(maxLength), ''), sv: z.prefault(line(maxLength), '') }), {})
}

const colour = optional(7, isColour, sentence('colour'))
const scheme = z.prefault(z.strictObject({ accent: colour, onAccent: colour }), {})

/** How the shop calls itself and what it looks like. */
export const brandSettings = z.strictObject({
  name: z.prefault(
    z.strictObject({ en: z.prefault(filledLine(40), 'Our shop'), sv: z.prefault(filledLine(40), 'Vår butik') }),
    {},
  ),
  /** Printed below the name in mails. */
  slogan: bilingualText(80),
  /** The heading of the home page and what search engines say of it; the slogan and the name where they are empty. */
  home: z.prefault(z.strictObject({ title: bilingualText(80), description: bilingualText(200) }), {}),
  /** Without a logo the header shows the name. */
  logo: picture('svg|png|webp', '/logo.svg'),
  favicon: picture('svg|png', '/favicon.svg'),
  /** Social sharing image of pages without a picture of their own, 1200 by 630 pixels. */
  picture: picture('png|jpg', '/social.png'),
  /** The accent (links, buttons) and the text on it; all four or none, which leaves those of styles/tokens.css. */
  colours: z.prefault(z.strictObject({ light: scheme, dark: scheme }), {}),
  /** Of all texts but numbers of parts. */
  font: z.prefault(z.enum(fontNames), 'system'),
  /** Of corners, in pixels. */
  radius: z.prefault(z.int().check(z.minimum(0), z.maximum(16)), 4),
})
