import { dayMs } from '../../../domain/durations.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { nextInSeries } from '../../../server/ordering/documents/document-queries.ts'
import { insertRequest } from '../../../server/ordering/requests/queries.ts'
import { insertRows } from '../../../server/platform/db/bulk.ts'
import type { OpenDatabase } from '../../../server/platform/db/connect.ts'
import type { DatabaseTransaction } from '../../../server/platform/db/tables.ts'
import { newId } from '../../../server/platform/ids.ts'
import { companyBuyers, privateBuyers, type DemoBuyer } from './buyers.ts'

type Request = {
  buyer: DemoBuyer | undefined
  daysAgo: number
  device: string
  message: string
  parts: readonly { text: string; quantity: number }[]
}

const requests: readonly Request[] = [
  {
    buyer: companyBuyers[1],
    daysAgo: 3.2,
    device: 'Nordbok Edu 11 G2',
    message: 'Vi behöver delarna före vårterminen. Går det att få fast pris för hela partiet?',
    parts: [
      { text: 'Tangentbord, svenskt', quantity: 40 },
      { text: 'Gångjärn vänster', quantity: 15 },
    ],
  },
  {
    buyer: privateBuyers[7],
    daysAgo: 1.4,
    device: 'Halden Yard 14 G1',
    message: 'Finns den i någon annan färg?',
    parts: [{ text: 'Bottenkåpa, röd', quantity: 1 }],
  },
]

/** Folded searches that found nothing, with how often. */
const misses: readonly (readonly [Language, query: string, count: number])[] = [
  ['sv', 'trådlös laddplatta', 9],
  ['sv', 'kylpasta flytande metall', 6],
  ['sv', 'dvd brännare till stationär', 3],
  ['en', 'wireless charging pad', 5],
  ['en', 'thunderbolt 5 dock', 4],
]

/** Writes what people looked for in vain: requests for parts, and searches without hits. */
export async function writeAskedFor(trx: DatabaseTransaction, kind: OpenDatabase['kind'], now: Date): Promise<void> {
  for (const request of requests) await writeRequest(trx, request, now)
  const lastAt = new Date(now.getTime() - dayMs / 2).toISOString()
  const rows = misses.map(([language, query, count]) => ({ language, query, misses: count, last_at: lastAt }))
  await insertRows(trx, kind, 'search_misses', rows)
}

async function writeRequest(
  trx: DatabaseTransaction,
  { buyer, daysAgo, device, message, parts }: Request,
  now: Date,
): Promise<void> {
  if (!buyer) return
  const asked = new Date(now.getTime() - daysAgo * dayMs)
  const [id, at] = [newId(asked.getTime()), asked.toISOString()]
  await insertRequest(
    trx,
    {
      id,
      number: `P${await nextInSeries(trx, 'P', 100_001)}`,
      status: 'open',
      language: buyer.language,
      currency: 'SEK',
      country: 'SE',
      customer_id: null,
      email: buyer.email,
      name: buyer.name,
      organization: buyer.organization?.name ?? '',
      vat_number: '',
      device,
      message,
      reason: '',
      fingerprint: id,
      quote_id: null,
      requested_at: at,
      updated_at: at,
    },
    parts.map((part, index) => ({ ...part, request_id: id, position: index + 1, product_id: null })),
  )
}
