import type { ShopData } from '../../bench/shop-process.ts'
import { count, type Finding } from './campaign.ts'
import { FaultShop } from './fault-shop.ts'
import type { Engine } from './ground.ts'
import type { MovedClock } from './moved-time.ts'
import type { SmtpSink } from './smtp-sink.ts'
import { msUntil } from './steady-shoppers.ts'
import { addMails, mailsByReader, mailsLeft } from './waiting-mails.ts'

const name = 'survivor'
/** One for each connection: a mail that was taken and not yet written down. */
const maxDuplicates = 5
const claimSeconds = 120

type Start = { data: ShopData; variables: Record<string, string>; clock: MovedClock; sink: SmtpSink }

/** A shop is killed in the middle of sending mails, and another one goes on when the claims of the first have ended. */
export async function killWhileSending(
  engine: Engine,
  wanted: number,
  { data, variables, clock, sink }: Start,
  withinMs: number,
): Promise<Finding[]> {
  const taken = () => mailsByReader(sink.mails, name)
  await addMails(data, name, wanted, clock.now())
  await using killed = await FaultShop.start(data, variables)
  await msUntil(() => taken().length > wanted / 3, withinMs)
  await killed.kill()
  const [atKill, left] = [taken().length, await mailsLeft(data)]
  clock.move(claimSeconds)
  await using next = await FaultShop.start(data, variables)
  await msUntil(async () => taken().length >= wanted && (await mailsLeft(data)) === 0, withinMs)
  await next.end('SIGTERM')
  const readers = taken()
  const beside = `killed after ${atKill} of ${wanted}, of which ${atKill - (wanted - left)} were not written down`
  return [
    count('mail: sent, though the shop was killed', readers.length, { exactly: wanted }, { engine, beside }),
    count(
      'mail: sent twice because of that',
      readers.filter((each) => each > 1).length,
      { atMost: maxDuplicates },
      { engine },
    ),
    count('mail: sent more often', readers.filter((each) => each > 2).length, { exactly: 0 }, { engine }),
  ]
}
