import { percentile } from '../figure.ts'
import { Client, type Asked } from './client.ts'

export type Timings = { perSecond: number; p50: number; p99: number; count: number }

/**
 * Sends every request once over this many connections and times each answer from the first byte sent to the last one
 * read.
 * @throws when an answer has an unexpected status: a fast error page is not a result.
 */
export async function askEach(
  origin: string,
  requests: readonly Asked[],
  connections: number,
  expected = 200,
): Promise<Timings> {
  using client = new Client(origin, connections)
  const queue = requests.values()
  const times: number[] = []
  const work = async (): Promise<void> => {
    for (const asked of queue) {
      const { status, ms } = await client.ask(asked)
      if (status !== expected) throw new Error(`${asked.method ?? 'GET'} ${asked.path} was answered ${status}.`)
      times.push(ms)
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: connections }, work))
  const seconds = (performance.now() - started) / 1000
  return {
    perSecond: times.length / seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    count: times.length,
  }
}
