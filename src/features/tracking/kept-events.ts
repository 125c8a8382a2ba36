import { readStored, storageKey, writeText } from '../../browser/storage.ts'
import { keptEventsName } from '../consent/tags-here.ts'
import type { TrackedEvent } from './events.ts'

const mostKept = 50
const longestKeptMs = 86_400_000

type Kept = { at: number; event: TrackedEvent }

/**
 * Keeps an event of a page where no tag may run, such as the checkout, for the next public page (decision 0039). The
 * same event is kept once. False when the browser did not take it.
 */
export function keepEvent(event: TrackedEvent): boolean {
  const text = JSON.stringify(event)
  const kept = readKept()
  if (!kept.some((each) => JSON.stringify(each.event) === text))
    store([...kept, { at: Date.now(), event }].slice(-mostKept))
  return readKept().some((each) => JSON.stringify(each.event) === text)
}

/** Gives what is kept and forgets it in the same moment, so that no two pages tell it. */
export async function takeKept(): Promise<TrackedEvent[]> {
  if (readStored(keptEventsName) === undefined) return []
  let taken: Kept[] = []
  await inOneTab(() => {
    taken = readKept()
    store([])
  })
  return taken.map(({ event }) => event)
}

/** Locks are missing where the shop is tried over plain http. */
export async function inOneTab(run: () => void): Promise<void> {
  const locks: LockManager | undefined = Reflect.get(navigator, 'locks')
  if (locks) await locks.request(storageKey(keptEventsName), run)
  else run()
}

/** What is too old has lost its visit; what is no event of ours is left out. */
function readKept(): Kept[] {
  const stored = readStored(keptEventsName)
  return Array.isArray(stored)
    ? stored.filter(isKept).filter(({ at }) => Math.abs(Date.now() - at) < longestKeptMs)
    : []
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false
  const event: unknown = Reflect.get(value, 'event')
  return typeof Reflect.get(value, 'at') === 'number' && typeof event === 'object' && event !== null && 'event' in event
}

function store(kept: readonly Kept[]): void {
  writeText(storageKey(keptEventsName), kept.length > 0 ? JSON.stringify(kept) : null)
}
