import { RowProblem, type FeedRow } from '../feeds/feed-row.ts'
import { nameTemplate, type TemplateSource } from '../profile/name-template.ts'
import type { Profile } from '../profile/profile.ts'
import { itemsOf, limitedText } from './cell-text.ts'
import type { Group, Link } from './link.ts'
import { idIn } from './product-id.ts'

const limits = { number: 60, label: 80, name: 250, pieces: 50, quantity: 100, relations: 50 }

export type RowLinks = { links: Link[]; group: Group | null; label: { en: string; sv: string } }

/** Creates a reader of the products that rows name: parents, pieces of sets and relations. It throws RowProblem. */
export function linkReader(profile: Profile): (row: FeedRow, source: TemplateSource) => RowLinks {
  const { variants, set } = profile
  const label = variants && { en: nameTemplate(variants.label.en), sv: nameTemplate(variants.label.sv) }
  return (row, source) => {
    const parent = parentOf(profile, row)
    const pieces = piecesOf(profile, row)
    const group = groupOf(profile, row, source)
    if (set && pieces.length > 0 && (parent.length > 0 || group)) throw new RowProblem(set.column, 'choice_as_set')
    const isChoice = parent.length > 0 || group !== null
    const inLanguage = (language: 'en' | 'sv') =>
      label && isChoice
        ? limitedText(
            label[language].words(source, language).replace(/^[\s,;/]+/, ''),
            labelColumn(label),
            limits.label,
          )
        : ''
    return {
      links: [...parent, ...pieces, ...relationsOf(profile, row)],
      group,
      label: { en: inLanguage('en'), sv: inLanguage('sv') },
    }
  }
}

function labelColumn({ en }: { en: ReturnType<typeof nameTemplate> }): string {
  return en.columns[0] ?? 'label'
}

function targetOf({ name }: Profile, text: string, by: 'sku' | 'id'): Link['target'] {
  return by === 'sku' ? { sku: text } : { id: idIn(name, [text]) }
}

function parentOf(profile: Profile, row: FeedRow): Link[] {
  const { variants } = profile
  if (!variants || !('parent' in variants)) return []
  const { column, by } = variants.parent
  const text = limitedText(row.get(column), column, limits.number)
  return text === '' ? [] : [{ role: 'parent', column, text, target: targetOf(profile, text, by) }]
}

function groupOf({ variants }: Profile, row: FeedRow, source: TemplateSource): Group | null {
  if (!variants || !('group' in variants)) return null
  const { column } = variants.group
  const key = limitedText(row.get(column), column, limits.number)
  const { name } = variants
  if (key === '') return null
  const names = name && {
    en: limitedText(nameTemplate(name.en).words(source, 'en'), column, limits.name),
    sv: limitedText(nameTemplate(name.sv).words(source, 'sv'), column, limits.name),
  }
  return { key, column, names: names && names.en !== '' && names.sv !== '' ? names : null }
}

function piecesOf(profile: Profile, row: FeedRow): Link[] {
  const { set } = profile
  if (!set) return []
  const pieces = itemsOf(row.get(set.column), set.separator).map((item): Link => {
    const [, name = item, count] = /^(.+?)\s+[x×]\s*(\d{1,4})$/i.exec(item) ?? []
    const quantity = Number(count ?? 1)
    if (quantity < 1 || quantity > limits.quantity)
      throw new RowProblem(set.column, 'piece_units', { text: item.slice(0, 60), most: limits.quantity })
    const text = limitedText(name, set.column, limits.number)
    return { role: 'piece', column: set.column, text, target: targetOf(profile, text, set.by), quantity }
  })
  if (pieces.length > limits.pieces)
    throw new RowProblem(set.column, 'pieces_many', { count: pieces.length, most: limits.pieces })
  return pieces
}

function relationsOf(profile: Profile, row: FeedRow): Link[] {
  return profile.relations.flatMap(({ column, by, separator, kind, discount }) => {
    const items = itemsOf(row.get(column), separator)
    if (items.length > limits.relations)
      throw new RowProblem(column, 'relations_many', { count: items.length, most: limits.relations })
    return items.map((item): Link => {
      const text = limitedText(item, column, limits.number)
      return { role: 'relation', column, text, target: targetOf(profile, text, by), kind, discount }
    })
  })
}
