import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SpinButton } from '../../src/ui/SpinButton.tsx'
import { useRepeat } from '../../src/ui/use-repeat.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The handlers of a button, and how often it has acted. */
function heldButton() {
  const act = vi.fn<() => void>()
  const got: ReturnType<typeof useRepeat>[] = []
  function Button() {
    got.push(useRepeat(act))
    return null
  }
  renderToStaticMarkup(<Button />)
  const [handlers] = got
  if (!handlers) throw new Error('Nothing was rendered.')
  return { ...handlers, times: () => act.mock.calls.length }
}

test(
  'spec 9: a held button acts at once, after 500 ms and then every 100 ms' +
    ' [9.spin-button.delay] [9.spin-button.interval]',
  () => {
    const button = heldButton()
    button.onPointerDown({ button: 0 })
    expect(button.times()).toBe(1)
    vi.advanceTimersByTime(499)
    expect(button.times()).toBe(1)
    vi.advanceTimersByTime(1)
    expect(button.times()).toBe(2)
    vi.advanceTimersByTime(99)
    expect(button.times()).toBe(2)
    vi.advanceTimersByTime(1)
    expect(button.times()).toBe(3)
    vi.advanceTimersByTime(1_000)
    expect(button.times()).toBe(13)
    button.onPointerUp()
    vi.advanceTimersByTime(5_000)
    expect(button.times()).toBe(13)
  },
)

test('a click that was pressed before the button could listen acts once, and a press and its click act once', () => {
  const button = heldButton()
  button.onPointerUp()
  button.onClick({ detail: 1 })
  expect(button.times()).toBe(1)
  button.onPointerDown({ button: 0 })
  button.onPointerUp()
  button.onClick({ detail: 1 })
  expect(button.times()).toBe(2)
})

test('a keyboard click acts once, other mouse buttons do not act', () => {
  const button = heldButton()
  button.onClick({ detail: 0 })
  button.onPointerDown({ button: 2 })
  vi.advanceTimersByTime(2_000)
  expect(button.times()).toBe(1)
})

test(
  'spec 9: a spin button goes from 1 to 100 in steps of 1 by default' +
    ' [9.spin-button.range] [5.spin-button.range] [5.quantity.step]',
  () => {
    const field = (props: { min?: number; max?: number } = {}) =>
      /<input[^>]*>/.exec(
        renderToStaticMarkup(
          <SpinButton value={7} onChange={() => {}} label="x" lessLabel="-" moreLabel="+" {...props} />,
        ),
      )?.[0]
    expect(field()).toMatch(/min="1" max="100" step="1"/)
    expect(field({ min: 0, max: 5_000 })).toMatch(/min="0" max="5000" step="1"/)
  },
)
