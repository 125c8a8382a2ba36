import { chromium, type Browser, type CDPSession } from '@playwright/test'
import { browserArguments, findWorkingBrowser } from '../../support/find-browser.ts'
import { readCatalogue } from '../catalogue.ts'
import { figure, type Figure } from '../figure.ts'
import { Client } from '../load/client.ts'
import type { Part } from '../part.ts'
import { ShopProcess } from '../shop-process.ts'

type Received = { url: string; kind: string; bytes: number }
const timeoutMs = 3000

/** A product page on a phone without a cache: everything it fetches, including headers, until the network is idle. */
export const phone: Part = {
  name: 'phone',
  about: 'requests and bytes of a cold product page on a phone (needs Chromium)',
  run: async ({ workspace }) => {
    const executablePath = await findWorkingBrowser()
    if (executablePath === undefined) throw new Error('no Chromium was found; CHROMIUM_PATH may name one')
    const data = await workspace.newDemo()
    const { productPaths } = await readCatalogue(data, 'en', 5)
    await using shop = await ShopProcess.start(data)
    await settle(shop.origin, productPaths)
    const browser = await chromium.launch({ executablePath, args: browserArguments })
    try {
      return heaviest(await Promise.all(productPaths.map((path) => visit(browser, `${shop.origin}${path}`))))
    } finally {
      await browser.close()
    }
  },
}

/** Puts the pages into the cache first, as for most shoppers. */
async function settle(origin: string, paths: readonly string[]): Promise<void> {
  using client = new Client(origin, 1)
  for (let visit = 0; visit < 4; visit += 1) for (const path of paths) await client.ask({ path })
}

function heaviest(visits: readonly Received[][]): Figure[] {
  const bytes = (received: readonly Received[]): number => received.reduce((sum, each) => sum + each.bytes, 0) / 1000
  const received = visits.toSorted((left, right) => bytes(right) - bytes(left))[0] ?? []
  const ahead = received.filter(({ kind }) => kind === 'Fetch')
  const kinds = Map.groupBy(received, ({ kind }) => kind)
    .entries()
    .map(([kind, list]) => `${list.length} ${kind} ${bytes(list).toFixed(1)} kB`)
  const beside =
    `heaviest of ${visits.length} pages; ` +
    `${ahead.length} requests, ${bytes(ahead).toFixed(1)} kB of it fetched ahead when idle`
  return [
    figure('cold product page, requests', received.length, 'requests', {
      bar: { atMost: 15 },
      beside: 'best known shop: 24',
    }),
    figure('cold product page, everything', bytes(received), 'kB', {
      bar: { atMost: 120 },
      beside: `${beside}; best known shop: 306 kB`,
    }),
    figure('cold product page, without what is fetched ahead', bytes(received) - bytes(ahead), 'kB', {
      beside: [...kinds].join(', '),
    }),
  ]
}

async function visit(browser: Browser, url: string): Promise<Received[]> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  const received = recordTraffic(await context.newCDPSession(page))
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(timeoutMs)
  await context.close()
  return received
}

function recordTraffic(session: CDPSession): Received[] {
  const open = new Map<string, Omit<Received, 'bytes'>>()
  const received: Received[] = []
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (request.url.startsWith('http')) open.set(requestId, { url: request.url, kind: type ?? 'Other' })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const sent = open.get(requestId)
    if (sent) received.push({ ...sent, bytes: encodedDataLength })
  })
  void session.send('Network.enable')
  return received
}
