import { describe, expect, it } from 'vitest'
import { mean, ndcg, reciprocalRank, type Grade } from './metric.ts'

describe('ndcg', () => {
  it('is 1 for the best order and less for every other', () => {
    const all: Grade[] = [0, 2, 3, 0, 3]
    expect(ndcg([3, 3, 2], all)).toBe(1)
    expect(ndcg([3, 2, 3], all)).toBeLessThan(1)
    expect(ndcg([2, 3, 3], all)).toBeLessThan(ndcg([3, 2, 3], all))
  })

  it('gains 2^grade − 1, discounted by the rank', () => {
    expect(ndcg([2, 3], [3, 2])).toBeCloseTo((3 + 7 / Math.log2(3)) / (7 + 3 / Math.log2(3)), 10)
  })

  it('is 0 without hits and counts parts that were not found', () => {
    expect(ndcg([], [3])).toBe(0)
    expect(ndcg([3], [3, 3])).toBeCloseTo(1 / (1 + 1 / Math.log2(3)), 10)
  })

  it('reads the first ten hits alone', () => {
    const nothing: Grade[] = Array.from({ length: 10 }, () => 0)
    expect(ndcg([...nothing, 3], [3])).toBe(0)
    expect(
      ndcg(
        Array.from({ length: 10 }, () => 3),
        Array.from({ length: 500 }, () => 3),
      ),
    ).toBe(1)
  })

  it('takes close parts after the right ones for neither good nor bad', () => {
    expect(ndcg([3], [3, 1, 1])).toBe(1)
    expect(ndcg([3, 1, 1], [3, 1, 1])).toBe(1)
    expect(ndcg([1, 3], [3, 1, 1])).toBeCloseTo(1 / Math.log2(3), 10)
  })

  it('takes close parts where there is nothing better', () => {
    expect(ndcg([1, 0], [1, 0])).toBe(1)
    expect(ndcg([0, 1], [1, 0])).toBeLessThan(1)
  })
})

describe('reciprocalRank', () => {
  it('is 1 / rank of the first right hit', () => {
    expect(reciprocalRank([true, true])).toBe(1)
    expect(reciprocalRank([false, false, true])).toBeCloseTo(1 / 3, 10)
    expect(reciprocalRank([false])).toBe(0)
  })
})

it('means', () => {
  expect(mean([1, 2, 6])).toBe(3)
  expect(mean([])).toBeNaN()
})
