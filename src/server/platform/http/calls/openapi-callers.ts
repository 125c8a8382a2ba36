import { currencies } from '../../../../domain/money/currencies.ts'
import { languages } from '../../../../domain/places/locales.ts'
import type { Sales } from '../../../../domain/settings/sales.ts'

const fromQuery = (name: string, description: string, schema: object) => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
})

/** Query parameters that every call accepts (spec section 7); none of them grants access. */
export const callerParameters = (storeIDs: readonly number[], sales: Sales) => ({
  locale: fromQuery('locale', 'Language of the answer.', { enum: languages }),
  cc: fromQuery('cc', 'Country of delivery, which decides the VAT; without it, that of the cookie cc.', {
    enum: sales.countries,
  }),
  cid: fromQuery('cid', 'Currency of prices by id; without it, that of the cookie cid.', {
    enum: currencies.filter(({ code }) => sales.currencies.includes(code)).map(({ id }) => id),
  }),
  sid: fromQuery('sid', 'Store id of the locale.', { enum: storeIDs }),
  uid: fromQuery('uid', 'Id of the signed-in user.', { type: 'string' }),
})
