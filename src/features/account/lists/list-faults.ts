import type { ListFault } from '../../../contracts/customer-pages/part-lists.ts'
import type { TextKey } from '../../../i18n/translator.ts'

export const listFaultTexts: Record<ListFault, TextKey> = {
  name_required: 'lists:fault.name_required',
  quantity: 'lists:fault.quantity',
  too_many_lists: 'lists:fault.too_many_lists',
  list_full: 'lists:fault.list_full',
  nothing_to_add: 'lists:fault.nothing_to_add',
  too_many_rows: 'lists:fault.too_many_rows',
  too_many_tries: 'lists:fault.too_many_tries',
}
