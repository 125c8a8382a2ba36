import { setTimeout as sleep } from 'node:timers/promises'
import { href } from '../../../src/routes.ts'
import { biggestLeaf, readCatalogue } from '../catalogue.ts'
import { figure, median, type Figure } from '../figure.ts'
import type { Timings } from '../load/ask-each.ts'
import { Client } from '../load/client.ts'
import type { Bench, Part } from '../part.ts'
import { hasNginx, startNginx } from '../peers/nginx.ts'
import type { Peer, PeerPage } from '../peers/peer.ts'
import { startPlainNode } from '../peers/plain-node.ts'
import { ShopProcess, type ShopData } from '../shop-process.ts'

const rounds = 5
const secondsEach = 1
type Target = { name: string; url: string }

/** Cached pages, compared with a peer that serves the same compressed bytes. */
export const cachedPages: Part = {
  name: 'cached',
  about: 'pages from the page cache against nginx serving the same bytes',
  run: async (bench) => {
    const data = await bench.workspace.newDemo()
    const paths = await pagePaths(data)
    await using shop = await ShopProcess.start(data, bench.nodeArgs)
    const pages = await Promise.all(Object.entries(paths).map(([name, path]) => settledPage(shop.origin, name, path)))
    await using peers = new AsyncDisposableStack()
    const started = (await startPeers(pages, bench)).map((peer) => peers.use(peer))
    const figures: Figure[] = []
    for (const page of pages) {
      for (const peer of started) await checkSame(peer.origin, `/${page.name}`, page, peer.name)
      figures.push(...(await comparePage(bench, page, `${shop.origin}${paths[page.name] ?? ''}`, started)))
      await checkSame(shop.origin, paths[page.name] ?? '', page, 'the shop')
    }
    return figures
  },
}

const onlyBrotli = { 'accept-encoding': 'br' }

async function pagePaths(data: ShopData): Promise<Record<string, string>> {
  const {
    productPaths: [product = ''],
    categories,
  } = await readCatalogue(data, 'en', 1)
  return { home: href('en', 'home'), category: biggestLeaf(categories), product }
}

/**
 * The fourth visitor of a page makes the shop compress it again at the highest level; later visitors get those bytes.
 */
async function settledPage(origin: string, name: string, path: string): Promise<PeerPage> {
  using client = new Client(origin, 1)
  const asked = { path, headers: onlyBrotli }
  const first = await client.ask(asked)
  if (first.status !== 200) throw new Error(`${path} was answered ${first.status}.`)
  if (first.headers['content-encoding'] !== 'br') throw new Error(`${path} was not compressed with brotli.`)
  let last = first
  for (let tries = 0; tries < 100 && last.body.length === first.body.length; tries += 1) {
    await sleep(50)
    last = await client.ask(asked)
  }
  return { name, headers: last.headers, body: last.body }
}

async function startPeers(pages: readonly PeerPage[], { workspace }: Bench): Promise<Peer[]> {
  if (!hasNginx) return [await startPlainNode(pages)]
  return [
    await startNginx(pages, 1, workspace.newFolder('nginx')),
    await startNginx(pages, 'auto', workspace.newFolder('nginx')),
  ]
}

async function checkSame(origin: string, path: string, page: PeerPage, who: string): Promise<void> {
  using client = new Client(origin, 1)
  const { body, headers } = await client.ask({ path, headers: onlyBrotli })
  if (!body.equals(page.body) || headers['content-encoding'] !== 'br')
    throw new Error(`${who} does not serve the bytes of the ${page.name} page.`)
}

/** Shop and peers alternate, so that other load affects all of them; medians are compared. */
async function comparePage(bench: Bench, page: PeerPage, shopUrl: string, peers: readonly Peer[]): Promise<Figure[]> {
  const targets: Target[] = [
    { name: 'shop', url: shopUrl },
    ...peers.map(({ name, origin }) => ({ name, url: `${origin}/${page.name}` })),
  ]
  const measured = new Map<string, Timings[]>(targets.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, url } of targets) measured.get(name)?.push(await bench.hammer.hammer(url, secondsEach))
  }
  const of = (name: string, key: keyof Timings): number => median((measured.get(name) ?? []).map((each) => each[key]))
  const own = of('shop', 'perSecond')
  const bytes = `${(page.body.length / 1000).toFixed(1)} kB`
  return [
    figure(`${page.name} page`, own, 'requests/s', {
      beside: `${bytes}, p50 ${of('shop', 'p50').toFixed(2)} ms, p99 ${of('shop', 'p99').toFixed(2)} ms`,
    }),
    ...peers.map((peer) =>
      figure(`${page.name} page against ${peer.name}`, own / of(peer.name, 'perSecond'), 'of the peer', {
        bar: { atLeast: 0.5 },
        beside:
          `${peer.name}: ${Math.round(of(peer.name, 'perSecond'))} requests/s, ` +
          `p50 ${of(peer.name, 'p50').toFixed(2)} ms, p99 ${of(peer.name, 'p99').toFixed(2)} ms`,
      }),
    ),
  ]
}
