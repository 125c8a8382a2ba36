import { setTimeout as sleep } from 'node:timers/promises'
import { href } from '../../../src/routes.ts'
import { percentile } from '../../bench/figure.ts'
import { RawClient } from './raw-client.ts'

/** What other shoppers and a balancer experience meanwhile. */
type Probed = { asked: number; failed: number; p50: number; p99: number; most: number }
export type Probes = { home: Probed; login: Probed; ready: Probed; attackersLogin: Probed }

const neighbour = { 'x-forwarded-for': '198.51.100.20', 'accept-encoding': 'br' }
const timeoutMs = 10_000

/** Requests the cached home page, the login and /readyz at a steady pace until `isOver`. */
export async function probe(origin: string, attacker: Record<string, string>, isOver: () => boolean): Promise<Probes> {
  using client = new RawClient(origin, 30)
  const at = (path: string, everyMs: number, headers: Record<string, string>) =>
    paced(client, { path, headers }, everyMs, isOver)
  const [home, login, ready, attackersLogin] = await Promise.all([
    at(href('en', 'home'), 10, neighbour),
    at(href('en', 'login'), 150, neighbour),
    at('/readyz', 100, neighbour),
    at(href('en', 'login'), 300, { ...attacker, 'accept-encoding': 'br' }),
  ])
  return { home, login, ready, attackersLogin }
}

/** Requests start by the clock, whether or not the last one was answered, so that a blocked shop is detected. */
async function paced(
  client: RawClient,
  asked: { path: string; headers: Record<string, string> },
  everyMs: number,
  isOver: () => boolean,
): Promise<Probed> {
  const answers: Promise<{ status: number; ms: number }>[] = []
  while (!isOver()) {
    answers.push(client.ask({ ...asked, method: 'GET' }))
    await sleep(everyMs)
  }
  const done = await Promise.all(answers)
  const times = done.map(({ status, ms }) => (status === 200 ? ms : Math.max(ms, timeoutMs)))
  return {
    asked: done.length,
    failed: done.filter(({ status }) => status !== 200).length,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    most: Math.max(...times),
  }
}
