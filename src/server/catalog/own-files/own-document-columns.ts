import type { Language } from '../../../domain/places/locales.ts'
import { RowProblem } from '../import/feeds/feed-row.ts'
import { limitedText } from '../import/rows/cell-text.ts'
import { parseItems, listCell } from './own-cells.ts'
import type { OwnColumn } from './own-column.ts'

const limits = { documents: 10, title: 120 }

/** The column of a product's documents, by the ids of their files. */
export const documents: OwnColumn = {
  name: 'documents',
  write: (record) => listCell((record.documents ?? []).map(({ id }) => id)),
  read: (cell, record, { documents: known }) => {
    const ids = [...new Set(parseItems(cell))]
    const unknown = ids.find((id) => !known.has(id))
    if (unknown !== undefined) throw new RowProblem('documents', 'no_document', { text: unknown.slice(0, 80) })
    if (ids.length > limits.documents) throw new RowProblem('documents', 'documents_many', { most: limits.documents })
    const before = new Map(record.documents?.map((each) => [each.id, each]))
    return { documents: ids.map((id) => before.get(id) ?? { id, title_en: '', title_sv: '' }) }
  },
}

/** The column of what a product's documents are called in a language, in their order. */
export function documentTitles(language: Language): OwnColumn {
  const name = `document_titles_${language}`
  return {
    name,
    write: (record) => listCell((record.documents ?? []).map((each) => each[`title_${language}`])),
    read: (cell, record) => {
      const titles = parseItems(cell).map((item) => limitedText(item, name, limits.title))
      return {
        documents: (record.documents ?? []).map((each, at) => ({ ...each, [`title_${language}`]: titles[at] ?? '' })),
      }
    },
  }
}
