import { z } from 'zod/mini'
import { maxEmailLength } from '../field-lengths.ts'
import { sentence } from './reasons.ts'

/** Line breaks, control and format characters (which can reverse text), and the brackets of HTML. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>]/u

/** One line of plain text that is printed on pages, in mails and on documents. */
export function line(maxLength: number) {
  return z.string().check(
    z.maxLength(maxLength, sentence('most_characters', { most: maxLength })),
    z.refine((text) => !unprintable.test(text), sentence('plain_line')),
    z.refine((text) => text === text.trim(), sentence('no_outer_space')),
  )
}

/** A line that must not be empty. */
export function filledLine(maxLength: number) {
  return line(maxLength).check(z.refine((text) => text !== '', sentence('filled')))
}

/** A text with a rule; empty while it is not set. */
export function optional(maxLength: number, isRight: (text: string) => boolean, reason: string) {
  return z.prefault(line(maxLength).check(z.refine((text) => text === '' || isRight(text), reason)), '')
}

/** Tells whether zod's stricter rule accepts an address: the shop's own are plain ASCII, unlike those of shoppers. */
export function isPlainEmail(text: string): boolean {
  return z.email().safeParse(text).success
}

export const optionalEmail = optional(maxEmailLength, isPlainEmail, sentence('email'))

/** The slug of a content page. */
export const pageSlug = line(80).check(z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, sentence('page_slug')))
