import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  cropWithRatio,
  dragCorner,
  isCropOf,
  isWholePicture,
  minCrop,
  moveCrop,
  nearestCrop,
  wholePicture,
} from '../../../src/domain/products/picture-crop.ts'

const sizes = fc.record({ width: fc.integer({ min: 1, max: 9_000 }), height: fc.integer({ min: 1, max: 9_000 }) })
const number = fc.double({ min: -20_000, max: 20_000, noNaN: true })
const points = fc.record({ x: number, y: number })
const drafts = fc.record({ x: number, y: number, width: number, height: number })
const ratios = fc.constantFrom(null, 1, 4 / 3)

test('whatever is typed, dragged or moved, the part lies within the picture and is large enough', () => {
  fc.assert(
    fc.property(
      sizes,
      drafts,
      points,
      ratios,
      fc.boolean(),
      fc.boolean(),
      (size, draft, to, ratio, isRight, isBottom) => {
        const crop = nearestCrop(draft, size)
        for (const each of [
          crop,
          wholePicture(size),
          moveCrop(crop, to, size),
          dragCorner(crop, { isRight, isBottom, to }, { size, ratio }),
          cropWithRatio(crop, ratio, size),
        ])
          expect(isCropOf(each, size), JSON.stringify(each)).toBe(true)
      },
    ),
  )
})

test('moving keeps the size, and dragging a corner keeps the corner opposite to it', () => {
  fc.assert(
    fc.property(sizes, drafts, points, fc.boolean(), fc.boolean(), (size, draft, to, isRight, isBottom) => {
      const crop = nearestCrop(draft, size)
      expect(moveCrop(crop, to, size)).toMatchObject({ width: crop.width, height: crop.height })
      const dragged = dragCorner(crop, { isRight, isBottom, to }, { size, ratio: null })
      if (isRight) expect(dragged.x).toBe(crop.x)
      else expect(dragged.x + dragged.width).toBe(crop.x + crop.width)
      if (isBottom) expect(dragged.y).toBe(crop.y)
      else expect(dragged.y + dragged.height).toBe(crop.y + crop.height)
    }),
  )
})

test('fixed proportions hold to a pixel in pictures that have room for them', () => {
  const roomy = fc.record({ width: fc.integer({ min: 200, max: 9_000 }), height: fc.integer({ min: 200, max: 9_000 }) })
  fc.assert(
    fc.property(roomy, drafts, ratios, (size, draft, ratio) => {
      const { width, height } = cropWithRatio(nearestCrop(draft, size), ratio, size)
      if (ratio !== null) expect(Math.abs(width / ratio - height)).toBeLessThanOrEqual(1)
    }),
  )
  const whole = wholePicture({ width: 800, height: 600 })
  const to = { x: 400, y: 500 }
  const corner = { isRight: true, isBottom: true, to }
  expect(dragCorner(whole, corner, { size: { width: 800, height: 600 }, ratio: 1 })).toEqual({
    x: 0,
    y: 0,
    width: 500,
    height: 500,
  })
})

test('a part of a picture that is too small, outside or in fractions is refused', () => {
  const size = { width: 100, height: 80 }
  const crop = { x: 10, y: 10, width: 50, height: 50 }
  expect(isCropOf(crop, size)).toBe(true)
  for (const wrong of [
    { width: minCrop - 1 },
    { height: minCrop - 1 },
    { x: 51 },
    { y: 31 },
    { x: -1 },
    { y: 0.5 },
    { width: Number.NaN },
    { height: Infinity },
  ])
    expect(isCropOf({ ...crop, ...wrong }, size), JSON.stringify(wrong)).toBe(false)
  expect(isWholePicture(wholePicture(size), size)).toBe(true)
  expect(isWholePicture(crop, size)).toBe(false)
})
