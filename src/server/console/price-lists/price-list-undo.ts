import { z } from 'zod'
import type { PriceListTerms } from '../../pricing/price-lists/edit-price-lists.ts'
import type { PriceList } from '../../pricing/price-lists/price-list-queries.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { ConsoleError } from '../frame/console-error.ts'
import type { LogFields, Undoing } from '../staff/undo-record.ts'
import { priceListLog } from './on-price-list.ts'

const logged = z.object({
  name: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  customers: z.array(z.string()),
  organizations: z.array(z.string()),
})

/** How changes of a list's name, period and buyers are taken back; its prices have a history of their own. */
export async function undoingOf({ shop }: ConsoleContext, { id }: PriceList): Promise<Undoing> {
  return {
    subject: { kind: 'price_list', id },
    operations: ['price_lists.change', 'price_lists.end', 'price_lists.undo_terms'],
    now: await priceListLog(id)(shop.db),
    ignored: ['version', 'rows'],
    permission: 'prices.change',
    action: 'undo_terms',
  }
}

/** Whether the log has all terms of a list. */
export const isWholeList = (fields: LogFields): boolean => logged.safeParse(fields).success

/** The terms of a list as the log has them; throws a refusal where it does not have all of them. */
export function readTerms(fields: LogFields): PriceListTerms {
  const read = logged.safeParse(fields)
  if (!read.success) throw new ConsoleError('not_possible')
  const { name, starts_at: startsAt, ends_at: endsAt, customers, organizations } = read.data
  return { name, startsAt, endsAt, buyers: { customers, organizations } }
}
