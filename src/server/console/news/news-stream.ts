import type { News, NewsMark } from '../../../contracts/console/news.ts'
import { may } from '../../identity/staff/staff-session.ts'
import type { Shop } from '../../ordering/shop.ts'
import type { ConsoleContext } from '../frame/console-context.ts'
import { consoleScreen } from '../frame/console-screen.ts'
import { newsFeed } from './news-feed.ts'
import { newestKeys } from './news-queries.ts'

/** A browser whose connection breaks comes back after this long. */
const retryMs = 5_000
/** A client that reads nothing is dropped before its unread news fill the memory. */
const maxUnread = 50

/**
 * What has arrived: as a stream of events to a browser that asks for one, and else once, which browsers ask for now and
 * then when they get no stream.
 */
export const newsScreen = consoleScreen<never>({
  screen: 'news',
  permission: 'own',
  load: async (context) => {
    const { shop, session, request } = context
    const newest = await newsFeed(shop).newest(session.permissions)
    const isStream = (request.request.headers.get('Accept') ?? '').includes('text/event-stream')
    return isStream ? streamTo(context, newest) : Response.json(newest)
  },
})

/** The newest arrivals that a page is about to show; read it before the page's records. */
export async function newsMark(shop: Pick<Shop, 'db'>, { staff }: Pick<App.Locals, 'staff'>): Promise<NewsMark | null> {
  return staff && (may(staff, 'orders.view') || may(staff, 'returns.view')) ? newestKeys(shop.db) : null
}

function streamTo({ shop, session }: ConsoleContext, newest: News): Response {
  const encoder = new TextEncoder()
  let leave: (() => void) | undefined
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const write = (text: string) => {
          if ((controller.desiredSize ?? 0) > -maxUnread) return controller.enqueue(encoder.encode(text))
          leave?.()
          controller.error(new Error('the client reads nothing'))
        }
        leave = newsFeed(shop).listen({
          staffId: session.staff.id,
          session: session.row.hash,
          permissions: session.permissions,
          send: (news) => write(eventOf(news)),
          beat: () => write(': beat\n\n'),
          end: (isOver) => {
            if (isOver) write('event: over\ndata: over\n\n')
            controller.close()
          },
        })
        if (leave) write(`retry: ${retryMs}\n${eventOf(newest)}`)
      },
      cancel: () => leave?.(),
    },
    { highWaterMark: 1 },
  )
  if (!leave) return new Response(null, { status: 503, headers: { 'Retry-After': '300' } })
  return new Response(body, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    },
  })
}

const eventOf = (news: News) => `data: ${JSON.stringify(news)}\n\n`
