import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { href } from '../../src/routes.ts'
import { projectRoot } from '../../src/tools/run-program.ts'
import { freePort } from '../support/free-port.ts'
import { unlimitedOrders } from '../support/unlimited-orders.ts'
import { endWithBench } from './own-processes.ts'
import { processMemory, processorTime, type Memory, type ProcessorTime } from './process-usage.ts'

/** The program of a built shop and its data; without a PostgreSQL URL, the folder's embedded database. */
export type ShopData = { program: string; folder: string; databaseUrl?: string }

const timeoutMs = 120_000
/** As `npm start` and the recipes start it. */
export const memoryFlags = JSON.parse(
  readFileSync(path.join(projectRoot, 'src/tools/memory-flags.json'), 'utf8'),
) as readonly string[]

/** The environment of a shop with this data, independent of the environment and .env file. */
export function shopVariables(
  { folder, databaseUrl = '' }: Omit<ShopData, 'program'>,
  port = 0,
): Record<string, string> {
  return {
    NODE_ENV: 'development',
    // One process, whose processor time and memory are measured.
    WORKERS: '1',
    HOST: '127.0.0.1',
    PORT: String(port),
    ORIGIN: `http://127.0.0.1:${port}`,
    SHOP_DATA: folder,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'info',
    SMTP_URL: '',
    STRIPE_SECRET_KEY: '',
    METRICS_PORT: '',
    CDN: '0',
    TRUST_PROXY_HOPS: '0',
    // One client of the bench stands for many shoppers.
    REQUESTS_AT_ONCE: '64',
    REQUESTS_PER_NETWORK: '64',
    CONNECTIONS_PER_NETWORK: '5000',
    ...unlimitedOrders,
  }
}

/** The built shop as a separate process, as `npm start` runs it; its log is discarded. */
export class ShopProcess {
  readonly origin: string
  /** From the start of the program to the last byte of the home page. */
  readonly startedInMs: number
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, origin: string, startedInMs: number) {
    this.#child = child
    this.origin = origin
    this.startedInMs = startedInMs
  }

  /** Resolves after the first answer. `nodeArgs` are passed to Node, such as --cpu-prof. */
  static async start(
    data: ShopData,
    nodeArgs: readonly string[] = [],
    more: Readonly<Record<string, string>> = {},
  ): Promise<ShopProcess> {
    const port = await freePort()
    const variables = { ...shopVariables(data, port), ...more }
    const started = performance.now()
    const child = spawn(process.execPath, [...memoryFlags, ...nodeArgs, data.program], {
      cwd: projectRoot,
      env: { ...process.env, ...variables },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    endWithBench(child, 'SIGKILL')
    let errors = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-2000)
    })
    const origin = `http://127.0.0.1:${port}`
    while (!(await answers(`${origin}${href('en', 'home')}`))) {
      if (child.exitCode === null && performance.now() - started < timeoutMs) await sleep(3)
      else {
        child.kill('SIGKILL')
        throw new Error(`The shop did not start: ${errors.trim() || 'it gave no page in time'}`)
      }
    }
    return new ShopProcess(child, origin, performance.now() - started)
  }

  get pid(): number {
    return this.#child.pid ?? Number.NaN
  }

  get memory(): Memory {
    return (
      (this.#child.pid === undefined ? undefined : processMemory(this.#child.pid)) ?? {
        residentMB: Number.NaN,
        peakMB: Number.NaN,
        ownMB: Number.NaN,
      }
    )
  }

  /** Processor time so far: the cost of a page, independent of other load. */
  get processorTime(): ProcessorTime {
    return (
      (this.#child.pid === undefined ? undefined : processorTime(this.#child.pid)) ?? {
        allMs: Number.NaN,
        mainMs: Number.NaN,
      }
    )
  }

  /** Kills it without warning, like a power failure. */
  kill(): Promise<void> {
    return this.#end('SIGKILL')
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#end('SIGTERM')
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const gone = once(this.#child, 'exit')
    this.#child.kill(signal)
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), 15_000)
    await gone
    clearTimeout(timer)
  }
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    async (response) => {
      await response.arrayBuffer()
      return response.status === 200
    },
    () => false,
  )
}
