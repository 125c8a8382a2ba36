import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { readCatalogue } from '../catalogue.ts'
import { figure, median, type Figure } from '../figure.ts'
import { Client, type Asked } from '../load/client.ts'
import type { Part } from '../part.ts'
import { ShopProcess } from '../shop-process.ts'

const rounds = 5
const perRound = 60
/** Every round has a currency of its own, so that no page is in memory. */
const currencies = ['1', '2', '3', '4', '5', '6']

/** The processor time of a product page with traces for OpenTelemetry and without them, in turns in one run. */
export const traces: Part = {
  name: 'traces',
  about: 'processor time of a page with OpenTelemetry and without',
  run: async ({ workspace, nodeArgs }) => {
    await using collector = await Collector.start()
    const [data, other] = [await workspace.newDemo(), await workspace.newDemo()]
    await using plain = await ShopProcess.start(data, nodeArgs)
    await using traced = await ShopProcess.start(other, nodeArgs, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    const { productPaths } = await readCatalogue(data, 'sv', perRound)
    const perPage: [plain: number, traced: number][] = []
    for (let round = 0; round <= rounds; round += 1) {
      const each: number[] = []
      for (const shop of round % 2 === 0 ? [plain, traced] : [traced, plain])
        each.push(await timePerPage(shop, productPaths, currencies[round] ?? '1'))
      // The first round warms up.
      if (round > 0) perPage.push(round % 2 === 0 ? [each[0] ?? 0, each[1] ?? 0] : [each[1] ?? 0, each[0] ?? 0])
    }
    return judge(perPage, collector.bytes / ((rounds + 1) * productPaths.length))
  },
}

async function timePerPage(shop: ShopProcess, paths: readonly string[], currency: string): Promise<number> {
  using client = new Client(shop.origin, 1)
  const before = shop.processorTime.allMs
  for (const path of paths) await untilServed(client, { path, headers: { cookie: `cid=${currency}` } })
  return (shop.processorTime.allMs - before) / paths.length
}

/** Asks again where a busy machine made the shop refuse: what counts here is processor time. */
async function untilServed(client: Client, asked: Asked): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1, await sleep(100)) {
    const { status } = await client.ask(asked)
    if (status === 200) return
    if (status !== 503) throw new Error(`${asked.path} was answered ${status}.`)
  }
  throw new Error(`${asked.path} was refused 100 times.`)
}

function judge(perPage: readonly [number, number][], bytes: number): Figure[] {
  const [plain, traced] = [median(perPage.map(([without]) => without)), median(perPage.map(([, having]) => having))]
  const more = median(perPage.map(([without, having]) => (having / without - 1) * 100))
  const beside = `${rounds} rounds in turns, ${perRound} pages each, all threads`
  return [
    figure('processor time of a product page without traces', plain, 'ms', { beside }),
    figure('the same with traces', traced, 'ms', {
      beside: `${(bytes / 1024).toFixed(1)} kB sent to the collector a page`,
    }),
    figure('more with traces', more, '%', { beside: 'median of the rounds' }),
  ]
}

/** Takes what is sent to it and counts its bytes. */
class Collector implements AsyncDisposable {
  bytes = 0
  readonly #server = createServer((req, res) => {
    req.on('data', (chunk: Buffer) => (this.bytes += chunk.length)).on('end', () => res.end('{}'))
  })

  static async start(): Promise<Collector> {
    const collector = new Collector()
    collector.#server.listen(0, '127.0.0.1')
    await once(collector.#server, 'listening')
    return collector
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => {
      this.#server.close(resolve)
    })
  }
}
