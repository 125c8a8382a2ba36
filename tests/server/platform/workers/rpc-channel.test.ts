import { expect, test } from 'vitest'
import {
  RpcChannel,
  type Answers,
  type Calls,
  type Channel,
} from '../../../../src/server/platform/workers/rpc-channel.ts'

type Doubling = { double: (asked: number) => number; fail: (asked: null) => null; never: (asked: null) => null }
type Nothing = Calls

/** Two ends of a channel, as two processes have. */
function ends(): [Channel, Channel] {
  const hearing: ((message: unknown) => void)[][] = [[], []]
  const end = (own: number): Channel => ({
    send: (message) => queueMicrotask(() => hearing[1 - own]?.forEach((hear) => hear(structuredClone(message)))),
    hear: (listener) => hearing[own]?.push(listener),
  })
  return [end(0), end(1)]
}

const answers: Answers<Doubling> = {
  double: (asked) => 2 * asked,
  fail: () => {
    throw new Error('That cannot be done.')
  },
  never: () => new Promise<null>(() => {}),
}

function asking(): RpcChannel<Doubling, Nothing> {
  const [one, other] = ends()
  void new RpcChannel<Nothing, Doubling>(other, answers)
  return new RpcChannel<Doubling, Nothing>(one, {})
}

test('questions asked at once each get their own answer', async () => {
  const channel = asking()
  const given = Array.from({ length: 50 }, (_, at) => at)
  expect(await Promise.all(given.map((each) => channel.ask('double', each, 1_000)))).toEqual(
    given.map((each) => 2 * each),
  )
})

test('a failure, a time that is over and an end reach who asked', async () => {
  const channel = asking()
  await expect(channel.ask('fail', null, 1_000)).rejects.toThrow('That cannot be done.')
  await expect(channel.ask('never', null, 20)).rejects.toThrow('No answer to "never" in time.')
  const waiting = expect(channel.ask('never', null, 60_000)).rejects.toThrow('The other side has ended.')
  channel.close()
  await waiting
  await expect(channel.ask('double', 1, 60_000)).rejects.toThrow('The other side has ended.')
})
