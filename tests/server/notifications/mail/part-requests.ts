import type { Language } from '../../../../src/domain/places/locales.ts'
import { answerRequest, closeRequest } from '../../../../src/server/ordering/requests/answer-request.ts'
import { saveRequest } from '../../../../src/server/ordering/requests/save-request.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { defaultContext } from '../../../support/default-context.ts'

type Told = { language: Language; typed: { name: string; message: string }; email: string }

/** Requests of guests, one for a company, with their receipts; some are answered by quotes, one is refused. */
export async function partRequests(shop: Shop, { language, typed, email }: Told): Promise<void> {
  const part = { text: 'FAN', quantity: 2 }
  const other = { text: typed.message.slice(0, 200), quantity: 1 }
  const third = { text: 'zzqx-3', quantity: 3 }
  for (const lines of [[part], [part, other, third], [part, other], [other], [other, third]])
    await saveRequest(shop, {
      shopping: defaultContext(language),
      customerId: null,
      email,
      name: typed.name,
      organization: lines[2] === third ? 'Firm' : '',
      vatNumber: '',
      device: '',
      message: typed.message,
      lines,
    })
  const answers = [{ line: 1, price: 12_345 }]
  for (const number of ['P100002', 'P100003'])
    await answerRequest(shop, { number, answers, days: 14, text: typed.message, isExVat: false })
  await closeRequest(shop, { number: 'P100001', reason: typed.message })
}
