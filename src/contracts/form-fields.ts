import { z } from 'zod/mini'

const maxFieldLength = 4_000

/**
 * Marks that turn the direction of a text around, also of what is shown after it, which phones paste around numbers;
 * and control characters other than tabs and line ends, which PostgreSQL and XML refuse and nobody types.
 */
const unwritten = /[[\p{Cc}--[\t\n\r]]\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gv

/**
 * What was written in a field, without direction marks and control characters, trimmed and cut; a missing one is empty
 * text, and so is a file.
 */
export function formText(maxLength = maxFieldLength) {
  const cut = z.transform((text: string) => text.replace(unwritten, '').trim().slice(0, maxLength))
  return z.catch(z.pipe(z.string(), cut), '')
}

/** A password as it was typed, cut. */
export function formPassword(maxLength: number) {
  const cut = z.transform((text: string) => text.slice(0, maxLength))
  return z.catch(z.pipe(z.string(), cut), '')
}

/** A field as it was sent, uncut; undefined when the form has none, which may tell one form from another. */
export const formTextIfSent = z.catch(z.optional(z.string()), undefined)

/** One of a few words, such as the button that was pressed; undefined for any other. */
export function formChoice<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.catch(z.optional(z.enum(words)), undefined)
}

/** An uploaded file. */
export const formFile = z.catch(z.optional(z.instanceof(File)), undefined)

/** Every text of a name that is sent several times; its key in the contract ends with `[]`. */
export const formTexts = z.catch(
  z.pipe(
    z.array(z.unknown()),
    z.transform((values): readonly string[] => values.filter((value) => typeof value === 'string')),
  ),
  () => [],
)

/**
 * The texts of fields such as `quantity:3` by what follows the colon; their key in the contract is what precedes it and
 * the colon.
 */
export const formTextsByKey = z.catch(
  z.pipe(
    z.array(z.tuple([z.string(), z.unknown()])),
    z.transform(
      (fields): ReadonlyMap<string, string> =>
        new Map(fields.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : []))),
    ),
  ),
  () => new Map(),
)
