import type { BulkInput } from '../../../contracts/console/bulk.ts'
import type { ListPage, ListQuestion } from '../../../contracts/console/lists.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import { countedRows } from './list-queries.ts'
import { listQuery } from './list-query.ts'
import { matchingRows } from './list-rows.ts'
import { mostFoundOf, type KeyedRow, type ListSource } from './list-source.ts'

type Subject = { readonly id: string; readonly label: string }

/** A list from which more rows can be chosen than are on the page, and its screen. */
export type WholeList = {
  // oxlint-disable-next-line typescript/no-explicit-any -- each list has columns of its own
  readonly source: ListSource<any>
  readonly load: (context: ConsoleContext) => Promise<ListPage>
  /** The words of an action's button. */
  readonly actionLabel: (context: ConsoleContext, action: string) => string
}

type Choice = { readonly subjects: readonly Subject[] } | { readonly question: ListPage }

/**
 * Every row that the list's address asks for, once the person has confirmed how many they are; until then, and when
 * there are more or fewer by now, the question with the number. Throws if there are too many, or more than the search
 * finds.
 */
export async function chooseAll(context: ConsoleContext, list: WholeList, input: BulkInput): Promise<Choice> {
  const { search } = listQuery(list.source.definition, context.request.url.searchParams)
  const most = await mostFoundOf(context, list.source, search)
  if (most !== null) throw new ConsoleError('search_finds_more', { most: String(most) })
  const rows: KeyedRow[] = []
  for await (const row of matchingRows(context, list.source, countedRows + 1)) rows.push(row)
  if (rows.length > countedRows) throw new ConsoleError('too_many_chosen')
  if (rows.length === 0) throw new ConsoleError('nothing_chosen')
  const count = rows.length
  if (input.sure === 'yes' && input.all === String(count))
    return { subjects: rows.map(({ id, label }) => ({ id, label })) }
  const question: ListQuestion = {
    action: input.action,
    label: list.actionLabel(context, input.action),
    key: input.key,
    count,
    reason: input.reason,
    before: input.all === String(count) || !/^\d{1,7}$/.test(input.all) ? null : Number(input.all),
  }
  return { question: { ...(await list.load(context)), question } }
}
