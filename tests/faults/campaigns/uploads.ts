import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { processMemory } from '../../bench/process-usage.ts'
import { pixelBomb } from '../../support/pixel-bomb.ts'
import { count, timing, type Campaign, type Finding } from './campaign.ts'
import { ConsoleSession } from './console-session.ts'
import { FaultShop } from './fault-shop.ts'
import type { Engine, Ground } from './ground.ts'
import { probe, type Probes } from './overload-probes.ts'
import { uploadFile, type SentFile, type UploadAnswer } from './upload-file.ts'

const megabyte = 1024 * 1024
const largest = 20 * megabyte - 1024
const office = '203.0.113.20'
/** The limits of .env.example; an office has one address. */
const asShipped = { REQUESTS_AT_ONCE: '32', REQUESTS_PER_NETWORK: '8' }
const maxMB = { shopGrows: 150, decoder: 500 }
const slowestCachedMs = 200

/** Staff upload more than the shop can decode at once, and files that are no pictures, while shoppers look at pages. */
export const uploads: Campaign = {
  name: 'uploads',
  about: '50 pictures of 20 MB each at once, a bomb of 200 megapixels, SVG with a script, names that lie',
  run: async (ground) => {
    const findings: Finding[] = []
    for (const engine of ground.engines) findings.push(...(await uploadsOn(ground, engine)))
    return findings
  },
}

type Watched = { shopMB: number; decoderMB: number; decoders: number }

async function uploadsOn(ground: Ground, engine: Engine): Promise<Finding[]> {
  const data = await ground.newShop(engine)
  await using shop = await FaultShop.start(data, asShipped)
  const { cookie } = await ConsoleSession.open(data, shop.origin)
  const who = { cookie, address: office }
  const files = await largePictures(ground.size(50, 6))
  const before = shop.memory.residentMB
  let isOver = false
  const watching = watch(shop, () => isOver)
  const probing = probe(shop.origin, { 'x-forwarded-for': '203.0.113.21' }, () => isOver)
  const answers = await Promise.all(files.map((file) => uploadFile(shop.origin, who, file)))
  const made = filesIn(data.folder, 'originals')
  const hostile: boolean[] = []
  for (const file of hostileFiles()) hostile.push(isRefused(file, await uploadFile(shop.origin, who, file)))
  isOver = true
  const [watched, probed] = [await watching, await probing]
  const left = filesIn(data.folder, 'uploads')
  const refused = filesIn(data.folder, 'originals') - made
  return [
    ...judgeAnswers({ engine, answers, hostile, made, refused, left }),
    ...judgeMemory({ engine, before, watched }),
    ...judgePages(engine, probed),
  ]
}

/** Photographs of 12 megapixels in files of 20 MB, each different at its end. */
async function largePictures(howMany: number): Promise<SentFile[]> {
  const image = sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#467' } })
  const photo = new Uint8Array(await image.jpeg().toBuffer())
  const padding = new Uint8Array(largest - photo.length)
  return Array.from({ length: howMany }, (_, at) => ({
    name: `photo-${at}.jpg`,
    pieces: [photo, padding, randomBytes(16)],
  }))
}

function hostileFiles(): SentFile[] {
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const page = Buffer.from('<!doctype html><script>alert(1)</script>')
  return [
    { name: 'bomb.png', pieces: [pixelBomb(14_200)] },
    { name: 'drawing.svg', pieces: [script] },
    { name: 'drawing.png', pieces: [script] },
    { name: 'page.jpg', pieces: [page] },
    { name: 'too-large.jpg', pieces: [new Uint8Array(20 * megabyte + 1)] },
  ]
}

/** Looks at the memory of the shop, and at that of the processes which look at files for it. */
async function watch(shop: FaultShop, isOver: () => boolean): Promise<Watched> {
  const most: Watched = { shopMB: 0, decoderMB: 0, decoders: 0 }
  while (!isOver()) {
    const children = shop.workers.filter(looksAtFile).map((pid) => processMemory(pid)?.residentMB ?? 0)
    most.shopMB = Math.max(most.shopMB, shop.memory.residentMB)
    most.decoderMB = Math.max(most.decoderMB, ...children)
    most.decoders = Math.max(most.decoders, children.length)
    await sleep(100)
  }
  return most
}

/** Others read lists for the shop. */
function looksAtFile(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('take-file')
  } catch {
    return false
  }
}

function filesIn(folder: string, name: string): number {
  try {
    return readdirSync(path.join(folder, name)).length
  } catch {
    return 0
  }
}

const isRefused = ({ name }: SentFile, { status, text }: UploadAnswer): boolean =>
  status === 200 && text.includes(`>${name}</strong>`)

type Answered = {
  engine: Engine
  answers: readonly UploadAnswer[]
  /** Of each hostile file whether it was refused in words. */
  hostile: readonly boolean[]
  made: number
  refused: number
  left: number
}

function judgeAnswers({ engine, answers, hostile, made, refused, left }: Answered): Finding[] {
  const of = (...statuses: number[]) => answers.filter(({ status }) => statuses.includes(status)).length
  const [taken, told, silent] = [of(303), of(429, 503, 200), of(0)]
  const statuses = answers.map(({ status }) => status).join(' ')
  const slowest = Math.max(...answers.map(({ seconds }) => seconds))
  return [
    count('uploads: taken', taken, { atLeast: 1 }, { engine, beside: `of ${answers.length}: ${statuses}` }),
    count('uploads: told to try again', told, { exactly: answers.length - taken }, { engine }),
    count('uploads: without an answer', silent, { exactly: 0 }, { engine }),
    count('uploads: pictures that the shop keeps', made, { exactly: taken }, { engine }),
    count(
      'uploads: hostile files refused in words',
      hostile.filter(Boolean).length,
      { exactly: hostile.length },
      {
        engine,
      },
    ),
    count('uploads: hostile files kept', refused, { exactly: 0 }, { engine }),
    count('uploads: files left behind', left, { exactly: 0 }, { engine }),
    timing('uploads: slowest answer', slowest, 's', { engine }),
  ]
}

function judgeMemory({ engine, before, watched }: { engine: Engine; before: number; watched: Watched }): Finding[] {
  const grown = Math.round(watched.shopMB - before)
  return [
    count(
      'uploads: the shop grows by',
      grown,
      { atMost: maxMB.shopGrows },
      {
        engine,
        unit: 'MB',
        beside: `${before.toFixed(0)} to ${watched.shopMB.toFixed(0)} MB`,
      },
    ),
    count(
      'uploads: a process that looks at a file',
      Math.round(watched.decoderMB),
      { atMost: maxMB.decoder },
      {
        engine,
        unit: 'MB',
      },
    ),
    count('uploads: such processes at once', watched.decoders, { atMost: 1 }, { engine }),
  ]
}

function judgePages(engine: Engine, { home, login, ready }: Probes): Finding[] {
  const failed = home.failed + login.failed + ready.failed
  return [
    count('uploads: pages of shoppers refused', failed, { exactly: 0 }, { engine, beside: `${home.asked} asked` }),
    timing('uploads: cached home, p99', home.p99, 'ms', { engine, bar: { atMost: slowestCachedMs } }),
    timing('uploads: login page, p99', login.p99, 'ms', { engine }),
  ]
}
