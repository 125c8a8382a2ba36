import { z } from 'zod/mini'
import { sentence } from './reasons.ts'
import { filledLine, line } from './setting-texts.ts'

export const maxColumns = 6
export const maxLinks = 12

/** Screens that a footer can link to: those that need nothing but their address. */
export const footerScreens = [
  'home',
  'find-parts',
  'guides',
  'excel-order',
  'quick-order',
  'request',
  'search',
  'compare',
  'login',
  'my-account',
  'my-order',
  'track-order',
  'withdrawal',
] as const

/** A text in each language. */
const words = z.strictObject({ en: filledLine(60), sv: filledLine(60) })

/**
 * Tells whether a text is an address outside the shop, without a user name or password, which would mislead about where
 * it leads.
 */
export function isOutside(text: string): boolean {
  const address = URL.parse(text)
  return address?.protocol === 'https:' && address.username === '' && address.password === '' && !/["\s\\]/.test(text)
}

const link = z
  .strictObject({
    text: words,
    /** The name of a screen of the shop. */
    screen: z.optional(z.enum(footerScreens)),
    /** The id of a content page; without a published page in a language the link is not shown there. */
    page: z.optional(line(80).check(z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, sentence('page_id')))),
    address: z.optional(line(500).check(z.refine(isOutside, sentence('outside_address')))),
  })
  .check(
    z.refine(
      ({ screen, page, address }) => [screen, page, address].filter((target) => target !== undefined).length === 1,
      sentence('one_target'),
    ),
  )
export type FooterLink = z.output<typeof link>

const column = z.strictObject({
  id: line(40).check(z.regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, sentence('short_name', { example: 'service' }))),
  title: words,
  links: z
    .array(link)
    .check(z.minLength(1, sentence('none_given')), z.maxLength(maxLinks, sentence('most_entries', { most: maxLinks }))),
})
export type FooterColumn = z.output<typeof column>

/** The columns of links in the footer, beside those that editors write as the widget `footer-columns`. */
export const footerSettings = z.strictObject({
  /** In the order in which they are shown. */
  columns: z.prefault(
    z.array(column).check(
      z.maxLength(maxColumns, sentence('most_entries', { most: maxColumns })),
      z.refine((all) => new Set(all.map(({ id }) => id)).size === all.length, sentence('id_twice')),
    ),
    [],
  ),
  /** Where the widget `footer-columns` is shown: after these columns, before them, or nowhere. */
  widget: z.prefault(z.enum(['after', 'before', 'off']), 'after'),
})
