import { readStored, storageKey, writeText } from '../../browser/storage.ts'
import { queuedEventsName } from '../consent/tags-here.ts'
import type { TrackedEvent } from './events.ts'

const maxQueued = 50
const maxAgeMs = 86_400_000

type QueuedEvent = { at: number; event: TrackedEvent }

/**
 * Keeps an event of a page where no tag may run, such as the checkout, for the next public page (decision 0039). The
 * same event is kept once. False when the browser did not take it.
 */
export function queueEvent(event: TrackedEvent): boolean {
  const text = JSON.stringify(event)
  const queued = readQueued()
  if (!queued.some((each) => JSON.stringify(each.event) === text))
    store([...queued, { at: Date.now(), event }].slice(-maxQueued))
  return readQueued().some((each) => JSON.stringify(each.event) === text)
}

/** Takes the queued events out of the queue, so that no two pages deliver them. */
export async function takeQueued(): Promise<TrackedEvent[]> {
  if (readStored(queuedEventsName) === undefined) return []
  let taken: QueuedEvent[] = []
  await runInOneTab(() => {
    taken = readQueued()
    store([])
  })
  return taken.map(({ event }) => event)
}

/** Locks are missing where the shop is tried over plain http. */
export async function runInOneTab(run: () => void): Promise<void> {
  const locks: LockManager | undefined = Reflect.get(navigator, 'locks')
  if (locks) await locks.request(storageKey(queuedEventsName), run)
  else run()
}

/** What is too old has lost its visit; what is no event of ours is left out. */
function readQueued(): QueuedEvent[] {
  const stored = readStored(queuedEventsName)
  return Array.isArray(stored)
    ? stored.filter(isQueuedEvent).filter(({ at }) => Math.abs(Date.now() - at) < maxAgeMs)
    : []
}

function isQueuedEvent(value: unknown): value is QueuedEvent {
  if (typeof value !== 'object' || value === null) return false
  const event: unknown = Reflect.get(value, 'event')
  return typeof Reflect.get(value, 'at') === 'number' && typeof event === 'object' && event !== null && 'event' in event
}

function store(queued: readonly QueuedEvent[]): void {
  writeText(storageKey(queuedEventsName), queued.length > 0 ? JSON.stringify(queued) : null)
}
