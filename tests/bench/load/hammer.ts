import { execFile, spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import type { Timings } from './ask-each.ts'

const runProgram = promisify(execFile)
const connections = 32
const acceptEncoding = 'Accept-Encoding: gzip, deflate, br'

/** Requests one URL as fast as possible for whole seconds, from a separate process. */
export type Hammer = { name: string; hammer(url: string, seconds: number): Promise<Timings> }

/** wrk where installed, because it leaves most processor time to the server; else autocannon. */
export function chooseHammer(): Hammer {
  const hasWrk = spawnSync('wrk', ['--version'], { stdio: 'ignore' }).error === undefined
  return hasWrk ? { name: 'wrk', hammer: withWrk } : { name: 'autocannon', hammer: withAutocannon }
}

async function withWrk(url: string, seconds: number): Promise<Timings> {
  const args = [
    '--threads',
    '1',
    '--connections',
    String(connections),
    '--duration',
    `${seconds}s`,
    '--latency',
    '--header',
    acceptEncoding,
    url,
  ]
  const { stdout } = await runProgram('wrk', args)
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`wrk had errors with ${url}:\n${stdout}`)
  const find = (pattern: RegExp): string => pattern.exec(stdout)?.[1] ?? ''
  return {
    perSecond: Number(find(/Requests\/sec:\s+([\d.]+)/)),
    count: Number(find(/(\d+) requests in/)),
    p50: milliseconds(find(/^\s+50%\s+(\S+)/m)),
    p99: milliseconds(find(/^\s+99%\s+(\S+)/m)),
  }
}

/** Parses wrk's 812.00us, 1.04ms or 1.20s. */
function milliseconds(text: string): number {
  const [, value = '', unit = ''] = /^([\d.]+)(us|ms|s)$/.exec(text) ?? []
  return Number(value) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? Number.NaN)
}

type AutocannonReport = {
  errors: number
  non2xx: number
  requests: { average: number; total: number }
  latency: { p50: number; p99: number }
}

async function withAutocannon(url: string, seconds: number): Promise<Timings> {
  const program = createRequire(import.meta.url).resolve('autocannon')
  const args = [
    program,
    '--json',
    '--connections',
    String(connections),
    '--duration',
    String(seconds),
    '--headers',
    acceptEncoding,
    url,
  ]
  const { stdout } = await runProgram(process.execPath, args)
  const { errors, non2xx, requests, latency }: AutocannonReport = JSON.parse(stdout)
  if (errors + non2xx > 0)
    throw new Error(`autocannon had ${errors} errors and ${non2xx} answers other than 2xx with ${url}.`)
  return { perSecond: requests.average, count: requests.total, p50: latency.p50, p99: latency.p99 }
}
