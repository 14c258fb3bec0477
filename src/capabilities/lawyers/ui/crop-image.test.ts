import { expect, test } from 'vitest'
import { rotatedBounds } from './crop-image.ts'

test('ONP-19 bounding box of a rotated picture', () => {
  const expectSize = (rotation: number, width: number, height: number) => {
    const frame = rotatedBounds(400, 200, rotation)
    expect(frame.width).toBeCloseTo(width)
    expect(frame.height).toBeCloseTo(height)
  }
  expectSize(0, 400, 200)
  expectSize(90, 200, 400)
  expectSize(180, 400, 200)
  expectSize(360, 400, 200)
  expectSize(45, 600 / Math.SQRT2, 600 / Math.SQRT2)
})
