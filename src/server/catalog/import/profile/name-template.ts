import type { Language } from '../../../../domain/places/locales.ts'
import { ProfileError } from './profile.ts'

/** Supplies a template's values: a cell's text, or an attribute as shoppers read it. */
export type TemplateSource = { cell(column: string): string; attribute(id: string, language: Language): string }
export type Template = { columns: readonly string[]; words(source: TemplateSource, language: Language): string }

type Part = { text: string } | { column: string } | { attribute: string } | { optional: readonly Part[] }

/** Parses a template: `{column}`, `{@attribute}` and `[left out when a value in it is empty]`. */
export function nameTemplate(text: string): Template {
  const parts = topParts(text)
  return {
    columns: columnsOf(parts),
    words: (source, language) =>
      parts
        .map((part) => partText(part, source, language))
        .join('')
        .trim(),
  }
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
