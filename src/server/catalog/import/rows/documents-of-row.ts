import type { ProductDocument } from '../../maintenance/product-record.ts'
import { FeedError, RowProblem, type FeedRow } from '../feeds/feed-row.ts'
import type { Profile } from '../profile/profile.ts'
import { cleanText, splitCell } from './cell-text.ts'
import type { ImportContext } from './import-context.ts'

const limits = { documents: 10, title: 120 }

type Read = { documents?: ProductDocument[]; problems: RowProblem[] }
type Settings = NonNullable<Profile['documents']>

/** Checks the documents that a row names, before the row is read; each one is checked once. */
export async function checkDocuments(
  { documents: wanted }: Profile,
  row: FeedRow,
  { documents, checkedDocuments: checked }: ImportContext,
): Promise<void> {
  if (!wanted) return
  if (!documents) throw new FeedError('needs_documents')
  for (const { name } of namedIn(row, wanted).slice(0, limits.documents))
    if (!checked.has(name)) checked.set(name, await documents.check(name))
}

/** Reads a row's documents; those that cannot be had are left out. A profile without the setting says nothing. */
export function documentsOfRow(
  { documents: wanted }: Profile,
  row: FeedRow,
  { checkedDocuments, definitions }: ImportContext,
): Read {
  if (!wanted) return { problems: [] }
  const [column = null] = 'urls' in wanted ? [wanted.urls].flat() : [wanted.files]
  const named = namedIn(row, wanted)
  const found = new Map<string, ProductDocument>()
  const problems = named.slice(0, limits.documents).flatMap(({ name, at }) => {
    const checked = checkedDocuments.get(name) ?? { problem: 'it was not checked' }
    if ('problem' in checked)
      return [new RowProblem(column, 'document_left_out', { name: name.slice(0, 120), problem: checked.problem })]
    definitions.documents.add(checked.id)
    if (!found.has(checked.id)) found.set(checked.id, { id: checked.id, ...titlesOf(row, wanted, name, at) })
    return []
  })
  if (named.length > limits.documents)
    problems.push(new RowProblem(column, 'documents_first', { most: limits.documents, count: named.length }))
  return { documents: [...found.values()], problems }
}

/** The names or addresses in a row, each with its place among all parts of the cells. */
function namedIn(row: FeedRow, wanted: Settings): { name: string; at: number }[] {
  const columns = 'urls' in wanted ? [wanted.urls].flat() : [wanted.files]
  const parts = columns.flatMap((column) => splitCell(row.get(column), wanted.separator))
  return parts.flatMap((name, at) => (name !== '' && parts.indexOf(name) === at ? [{ name, at }] : []))
}

function titlesOf(row: FeedRow, { title, separator }: Settings, name: string, at: number) {
  const titleIn = (column: string | undefined): string =>
    column === undefined ? '' : (splitCell(row.get(column), separator)[at] ?? '').slice(0, limits.title).trim()
  const [en, sv] = [titleIn(title?.en), titleIn(title?.sv)]
  return { title_en: en || (sv === '' ? fileTitle(name) : ''), title_sv: sv }
}

/** What a file is called: `https://acme.example/files/user_guide%202.pdf?v=3` is "user guide 2". */
function fileTitle(name: string): string {
  const path = name.replace(/[?#].*$/, '')
  const last = path.slice(path.lastIndexOf('/') + 1).replace(/\.[a-z0-9]{1,5}$/i, '')
  return cleanText(decoded(last).replaceAll(/[_+]/g, ' ')).slice(0, limits.title).trim()
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
