import { atom, type ReadableAtom } from 'nanostores'
import { callApi } from '../../browser/call-api.ts'
import { withLoadingDelay } from '../../browser/loading-delay.ts'
import type { ResponseOf } from '../../contracts/calls/contract.ts'
import { Products } from '../../contracts/calls/products.ts'
import { SearchTriggers, type SearchHint } from '../../contracts/calls/search-triggers.ts'

const pauseMs = 250
const minLetters = 2

type Found = ResponseOf<typeof Products>

/** What the suggestions show: `found` always belongs to `query`, an older answer never replaces a newer one. */
export type Suggestions = {
  query: string
  found: Found | null
  hints: SearchHint[]
  /** True once an answer has been waited for long enough to say so. */
  isSlow: boolean
  isFailed: boolean
}
export type Search = { $suggestions: ReadableAtom<Suggestions>; type: (text: string) => void; stop: () => void }

const nothing: Suggestions = { query: '', found: null, hints: [], isSlow: false, isFailed: false }

/** One search box's suggestions (spec section 4, "Search"). */
export function createSearch(): Search {
  const $suggestions = atom<Suggestions>(nothing)
  let pause: ReturnType<typeof setTimeout> | undefined
  let running: AbortController | undefined

  function stop(): void {
    clearTimeout(pause)
    running?.abort()
  }

  function type(text: string): void {
    const query = text.trim()
    stop()
    if (query.length < minLetters) return $suggestions.set(nothing)
    if (query !== $suggestions.get().query) pause = setTimeout(() => void ask(query), pauseMs)
  }

  async function ask(query: string): Promise<void> {
    const { signal } = (running = new AbortController())
    const pending = suggestionsFor(query, signal).catch(() => ({ ...nothing, isFailed: true }))
    const answer = await withLoadingDelay(
      pending,
      () => $suggestions.set({ ...$suggestions.get(), isSlow: true }),
      signal,
    )
    if (!signal.aborted) $suggestions.set(answer)
  }

  return { $suggestions, type, stop }
}

/** Hints are an extra: products are shown without them when they fail. */
async function suggestionsFor(query: string, signal: AbortSignal): Promise<Suggestions> {
  const hints = callApi(SearchTriggers, { query: { query }, signal }).then(
    ({ body }) => body,
    () => [],
  )
  const { body: found } = await callApi(Products, { query: { query, nc: 'true', co: 'true' }, signal })
  return { ...nothing, query, found, hints: await hints }
}
