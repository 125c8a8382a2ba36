import type { Language } from '../../../../domain/places/locales.ts'
import { joinedAmounts } from '../../../../domain/products/joined-amounts.ts'
import { ProfileError } from './profile.ts'

/** Supplies a template's values: a cell's text, or an attribute as shoppers read it. */
export type TemplateSource = { cell(column: string): string; attribute(id: string, language: Language): string }
export type Template = { columns: readonly string[]; words(source: TemplateSource, language: Language): string }

type Part = { text: string } | { column: string } | { attribute: string } | { optional: readonly Part[] }

/**
 * Parses a template: `{column}`, `{@attribute}` and `[left out when a value in it is empty]`; with `once` also when
 * what stands before says the same.
 */
export function nameTemplate(text: string, repeats: 'once' | 'always' = 'always'): Template {
  const parts = topParts(text)
  return {
    columns: columnsOf(parts),
    words: (source, language) =>
      parts
        .reduce((before, part) => {
          const words = partText(part, source, language)
          return repeats === 'once' && 'optional' in part && hasWords(before, words) ? before : before + words
        }, '')
        .trim(),
  }
}

const wordCharacter = /[\p{L}\p{N}]/u

/** Whether a text has the same words: "RTX 3060 12GB" says ", 12 GB". */
function hasWords(text: string, words: string): boolean {
  const [whole, wanted] = [text, words.replaceAll(/^[\s,(]+|[\s,)]+$/g, '')].map(joinedAmounts)
  if (!whole || !wanted) return false
  for (let at = whole.indexOf(wanted); at >= 0; at = whole.indexOf(wanted, at + 1)) {
    const [previous = '', next = ''] = [whole[at - 1], whole[at + wanted.length]]
    if (!wordCharacter.test(previous) && !wordCharacter.test(next)) return true
  }
  return false
}

function topParts(text: string): Part[] {
  return text
    .split(/(\[[^[\]]*\])/)
    .filter((piece) => piece !== '')
    .flatMap((piece): Part[] =>
      piece.startsWith('[') && piece.endsWith(']') ? [{ optional: flatParts(piece.slice(1, -1)) }] : flatParts(piece),
    )
}

function flatParts(text: string): Part[] {
  return text
    .split(/(\{[^{}]*\})/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      if (!piece.startsWith('{')) return { text: piece }
      const name = piece.slice(1, -1)
      if (name === '' || name === '@') throw new ProfileError('profile_braces', { text })
      return name.startsWith('@') ? { attribute: name.slice(1) } : { column: name }
    })
}

function columnsOf(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    if ('column' in part) return [part.column]
    return 'optional' in part ? columnsOf(part.optional) : []
  })
}

function partText(part: Part, source: TemplateSource, language: Language): string {
  if ('text' in part) return part.text
  if ('column' in part) return source.cell(part.column)
  if ('attribute' in part) return source.attribute(part.attribute, language)
  const texts = part.optional.map((inner) => ({ inner, text: partText(inner, source, language) }))
  return texts.some(({ inner, text }) => !('text' in inner) && text === '')
    ? ''
    : texts.map(({ text }) => text).join('')
}
