import { setTimeout as delay } from 'node:timers/promises'
import type { Env } from '../../env.ts'
import type { Log } from '../../log.ts'

type Settings = Pick<Env, 'PURGE_URL' | 'PURGE_TOKEN'>
const maxTags = 100
const timeoutMs = 5_000
/**
 * A second purge follows after this time, because another node may have sent an old page to the CDN just before it
 * learned of the change.
 */
const repeatAfterMs = 2_000
const retryDelaysMs = [500, 2_000, 10_000]

/**
 * Creates a function that purges pages from the CDN: PURGE with their tags, joined as a pattern
 * (docs/operations/cdn.md).
 */
export function createPurge(
  { PURGE_URL: url, PURGE_TOKEN: token }: Settings,
  log: Pick<Log, 'error'>,
): (tags: readonly string[]) => void {
  if (url === undefined) return () => {}
  const ban = async (tags: readonly string[]): Promise<void> => {
    const headers = { 'X-Ban-Tags': tags.map(escaped).join('|'), ...(token && { Authorization: `Bearer ${token}` }) }
    const { status } = await fetch(url, {
      method: 'PURGE',
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (status >= 300) throw new Error(`The cache in front answered a purge with ${status}.`)
  }
  const insist = async (tags: readonly string[]): Promise<void> => {
    for (const [at, pause] of [...retryDelaysMs, undefined].entries()) {
      try {
        return await ban(tags)
      } catch (err) {
        if (pause === undefined)
          return log.error({ err, tags: tags.slice(0, 10), tries: at + 1 }, 'the cache in front was not purged')
        await delay(pause, undefined, { ref: false })
      }
    }
  }
  return (tags) => {
    for (const some of chunksOf([...new Set(tags)])) {
      void insist(some)
      void delay(repeatAfterMs, undefined, { ref: false }).then(() => insist(some))
    }
  }
}

function chunksOf(tags: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(tags.length / maxTags) }, (_, at) =>
    tags.slice(at * maxTags, (at + 1) * maxTags),
  )
}

function escaped(tag: string): string {
  return tag.replace(/[^\w:-]/g, '.')
}
