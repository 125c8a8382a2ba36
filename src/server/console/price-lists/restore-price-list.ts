import { z } from 'zod'
import { currencyCodes } from '../../../domain/money/currencies.ts'
import { lockImports } from '../../platform/db/locks/lock-imports.ts'
import { restorePriceList, rowsUntil } from '../../pricing/price-lists/edit-price-lists.ts'
import { priceListById } from '../../pricing/price-lists/price-list-queries.ts'
import { remake, type Restorable } from '../staff/restorable.ts'
import { priceListLog } from './on-price-list.ts'
import { isWholeList, readTerms } from './price-list-undo.ts'

const isThere: Restorable['isThere'] = async (db, id) => (await priceListById(db, id)) !== undefined
const logged = z.object({ currency: z.enum(currencyCodes) })

/** Price lists that were deleted while they were not in force. */
export const restorablePriceLists: Restorable = {
  kind: 'price_list',
  removedBy: ['price_lists.remove'],
  isThere,
  canBe: ({ shop }, { fields, at }) =>
    isWholeList(fields) && logged.safeParse(fields).success && rowsUntil(new Date(at)) > shop.now().toISOString(),
  restore: (context, removed) =>
    remake(
      context,
      removed,
      {
        kind: 'price_list',
        operation: 'price_lists.restore',
        lock: lockImports,
        isThere,
        log: (db, id) => priceListLog(id)(db),
      },
      (shop) => {
        const { currency } = logged.parse(removed.fields)
        const { id, fields } = removed
        return restorePriceList(shop, context.session.actor.name, { id, currency, ...readTerms(fields) })
      },
    ),
}
