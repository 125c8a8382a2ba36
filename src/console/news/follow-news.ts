import { newsKinds, newsSchema, type News } from '../../contracts/console/news.ts'

/**
 * Follows what arrives, with one connection for all tabs of a browser: the tab that holds the lock has it and hands
 * everything on to the others; when it is closed, the next one takes over. Without a stream it asks now and then.
 */
type OnNews = (news: News) => void
/** Returns when the session is over or this tab may not have a stream any more. */
type Source = (onNews: OnNews) => Promise<void>

const askEveryMs = 30_000
/** After this long a browser that was refused a stream tries for one again. */
const tryAgainMs = 300_000
const kept: Record<(typeof newsKinds)[number], string[]> = { orders: [], returns: [] }
const maxKept = 200

export function followNews(address: string, person: string, onNews: OnNews): void {
  const name = `news:${person}`
  const { locks } = navigator as Partial<Navigator>
  if (!locks || typeof BroadcastChannel === 'undefined') return void ask(address, Infinity, onNews)
  const channel = new BroadcastChannel(name)
  const handOn = channel.postMessage.bind(channel)
  let isLeading = false
  channel.addEventListener('message', ({ data }: MessageEvent<News | 'hello'>) => {
    if (data !== 'hello') onNews(data)
    else if (isLeading) handOn(kept)
  })
  const share: OnNews = (news) => {
    for (const kind of newsKinds) kept[kind] = [...new Set([...news[kind], ...kept[kind]])].slice(0, maxKept)
    onNews(news)
    handOn(news)
  }
  handOn('hello')
  void locks.request(name, async () => {
    isLeading = true
    await listen(address)(share)
    isLeading = false
  })
}

/** Listens to the stream, and asks instead for some minutes each time that it is refused. */
function listen(address: string): Source {
  return async (onNews) => {
    for (;;) {
      if ((await stream(address, onNews)) === 'over') return
      if ((await ask(address, tryAgainMs, onNews)) === 'over') return
    }
  }
}

function stream(address: string, onNews: OnNews): Promise<'over' | 'refused'> {
  const { promise, resolve } = Promise.withResolvers<'over' | 'refused'>()
  const source = new EventSource(address)
  const end = (how: 'over' | 'refused') => {
    source.close()
    resolve(how)
  }
  source.addEventListener('message', ({ data }: MessageEvent<string>) => onNews(newsSchema.parse(JSON.parse(data))))
  source.addEventListener('over', () => end('over'))
  // A connection that broke comes back by itself; an answer that is no stream does not.
  source.addEventListener('error', () => source.readyState === EventSource.CLOSED && end('refused'))
  return promise
}

/** Asks now and then for a while; a session that is over leads elsewhere. */
async function ask(address: string, forMs: number, onNews: OnNews): Promise<'over' | 'again'> {
  for (let waited = 0; waited < forMs; waited += askEveryMs) {
    const answer = await fetch(address, { redirect: 'manual' }).catch(() => undefined)
    if (answer && (answer.type === 'opaqueredirect' || answer.status === 403)) return 'over'
    if (answer?.ok) onNews(newsSchema.parse(await answer.json()))
    await new Promise((resolve) => setTimeout(resolve, askEveryMs))
  }
  return 'again'
}
