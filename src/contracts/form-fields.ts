import { z } from 'zod/mini'

const longestField = 4_000

/** What was written in a field, trimmed and cut; a missing one is empty text, and so is a file. */
export function formText(longest = longestField) {
  const cut = z.transform((text: string) => text.trim().slice(0, longest))
  return z.catch(z.pipe(z.string(), cut), '')
}

/** A password as it was typed, cut. */
export function formPassword(longest: number) {
  const cut = z.transform((text: string) => text.slice(0, longest))
  return z.catch(z.pipe(z.string(), cut), '')
}

/** A field that tells one form from another by being there. */
export const formTextIfSent = z.catch(z.optional(z.string()), undefined)

/** One of a few words, such as the button that was pressed; undefined for any other. */
export function formChoice<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.catch(z.optional(z.enum(words)), undefined)
}
