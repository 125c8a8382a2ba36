import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { href } from '../../../src/routes.ts'
import { workbookFiles } from '../../../src/server/platform/workbooks/workbook-files.ts'
import { writeZip } from '../../../src/server/platform/workbooks/write-zip.ts'
import { hugeSheet, lieAboutSize, overlapping } from '../../server/ordering/excel-order/broken-zips.ts'
import { numbers, pooled } from './buyers.ts'
import { count, timing, type Campaign, type Finding } from './campaign.ts'
import { FaultShop } from './fault-shop.ts'
import type { Ground } from './ground.ts'
import { RawClient, type RawAsked } from './raw-client.ts'
import { signIn } from './sign-in.ts'

const huge = 200 * 1024 * 1024
const chunk = Buffer.alloc(64 * 1024, 'a')
const maxMemoryMB = 50
const lookEveryMs = 20
const json = { 'content-type': 'application/json' }
const sheetPath = 'xl/worksheets/sheet1.xml'

/** Bodies that try to fill the memory: declared, endless, compressed, nested. */
export const bodies: Campaign = {
  name: 'bodies',
  about: '200 MB bodies, endless chunks, zip bombs, deep JSON',
  run: (ground) => bodiesOn(ground),
}

async function bodiesOn(ground: Ground): Promise<Finding[]> {
  const data = await ground.newShop(ground.anyEngine)
  await using shop = await FaultShop.start(data)
  using client = new RawClient(shop.origin, 8)
  const { access_token: bearer } = await signIn(client)
  await warmUp(client, bearer)
  const before = shop.memory.residentMB
  let max = before
  const watch = setInterval(() => {
    max = Math.max(max, shop.memory.residentMB)
  }, lookEveryMs)
  const findings: Finding[] = []
  for (const [what, kinds] of Object.entries(attacks(bearer))) {
    max = shop.memory.residentMB
    const begun = max
    const answers = await pooled(
      numbers(ground.size(5)).flatMap(() => kinds),
      4,
      (make) => client.ask(make()),
    )
    // A client that is cut off while sending may never read the answer; that counts as a rejection too.
    const wrong = answers.filter(({ status }) => status >= 500 || (status > 0 && status < 400))
    findings.push(
      count(
        `bodies: ${what}, taken or 5xx`,
        wrong.length,
        { exactly: 0 },
        { beside: `of ${answers.length}: ${[...new Set(answers.map(({ status }) => status))].join(', ')}` },
      ),
      timing(`bodies: ${what}, memory at most`, max - begun, 'MB', {
        bar: { atMost: maxMemoryMB },
        beside: `over ${begun.toFixed(0)} MB`,
      }),
    )
    if (!shop.isRunning) throw new Error(`${what} ended the shop: ${shop.log.slice(-2000)}`)
  }
  clearInterval(watch)
  await sleep(3_000)
  return [
    ...findings,
    timing('bodies: memory afterwards', shop.memory.residentMB - before, 'MB', {
      bar: { atMost: maxMemoryMB },
      beside: `over ${before.toFixed(0)} MB before`,
    }),
  ]
}

/** Valid bodies of the maximum size, so that the heap reaches its normal size. */
async function warmUp(client: RawClient, bearer: string): Promise<void> {
  const cart = {
    path: '/api/sync-cart?locale=sv',
    method: 'POST',
    headers: json,
    body: Buffer.from(JSON.stringify({ items: [], x: 'a'.repeat(900 * 1024) })),
  }
  const sheet = upload(
    bearer,
    writeZip(
      workbookFiles([
        {
          name: 'Order',
          rows: [
            ['SKU', 'Qty'],
            ['FAN', 2],
          ],
        },
      ]),
    ),
  )
  await pooled(numbers(200), 4, (at) => client.ask(at % 4 === 0 ? sheet() : cart))
  await sleep(1_000)
}

type Attack = () => RawAsked

function attacks(bearer: string): Record<string, Attack[]> {
  const paths = [
    '/api/sync-cart',
    '/api/checkout',
    '/excel-to-cart',
    '/api/payments/stripe/webhook',
    '/api/auth/login',
    href('en', 'login'),
    href('en', 'checkout-id', { id: 'x' }),
  ]
  const files = workbookFiles([
    {
      name: 'Order',
      rows: [
        ['SKU', 'Qty'],
        ['FAN', 2],
      ],
    },
  ])
  const deep = (open: string, close: string, times: number, around: (inner: string) => string) => () => ({
    path: '/api/checkout?locale=sv',
    method: 'POST',
    headers: json,
    body: Buffer.from(around(open.repeat(times) + close.repeat(times))),
  })
  const items = '[{"sku":"FAN","quantity":1}]'
  return {
    '200 MB, declared': paths.map((path) => () => ({
      path,
      method: 'POST',
      headers: { ...json, 'content-length': String(huge) },
      body: bytes(huge),
    })),
    '200 MB in endless chunks': paths.map((path) => () => ({ path, method: 'POST', headers: json, body: bytes(huge) })),
    'gzip that unpacks to 200 MB': paths.slice(0, 3).map((path) => () => ({
      path,
      method: 'POST',
      headers: { ...json, 'content-encoding': 'gzip' },
      body: packed(),
    })),
    'workbooks that unpack to 70 MB and more': [
      upload(bearer, writeZip({ ...files, [sheetPath]: hugeSheet(70) })),
      upload(bearer, overlapping({ ...files, [sheetPath]: hugeSheet(7) }, sheetPath, 250)),
      upload(bearer, lieAboutSize(writeZip({ ...files, [sheetPath]: hugeSheet(20) }), sheetPath, 1024)),
      upload(bearer, writeZip({ ...files, [sheetPath]: '<a>'.repeat(300_000) })),
    ],
    'deep JSON': [
      deep('[', ']', 500_000, (inner) => inner),
      deep('{"a":', '}', 1, () => '{"a":'.repeat(150_000) + '1' + '}'.repeat(150_000)),
      deep('[', ']', 200_000, (inner) => `{"items":${inner}}`),
      deep('[', ']', 400_000, (inner) => `{"items":${items},"coupons":[${inner}]}`),
    ],
    'deep JSON where anything may stand': [
      deep('[', ']', 400_000, (inner) => `{"items":${items},"campaign_data":{"a":${inner}}}`),
      deep('[', ']', 100, (inner) => `{"items":${items},"campaign_data":{"a":${inner}}}`),
    ],
  }
}

function bytes(size: number): Readable {
  let left = size
  return new Readable({
    read() {
      left -= chunk.length
      this.push(left >= 0 ? chunk : null)
    },
  })
}

let kept: Buffer | undefined
function packed(): Buffer {
  kept ??= gzipSync(Buffer.alloc(huge, ' '))
  return kept
}

function upload(bearer: string, file: Buffer): Attack {
  const boundary = 'delverk-faults'
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="order.xlsx"\r\n` +
    `Content-Type: application/octet-stream\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return () => ({
    path: '/excel-to-cart',
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, authorization: `Bearer ${bearer}` },
    body,
  })
}
