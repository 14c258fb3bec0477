import { expect, test } from 'vitest'
import { frameOf } from './crop-image.ts'

test('ONP-19 a turned picture stands in a frame of its own size', () => {
  const near = (rotation: number, width: number, height: number) => {
    const frame = frameOf(400, 200, rotation)
    expect(frame.width).toBeCloseTo(width)
    expect(frame.height).toBeCloseTo(height)
  }
  near(0, 400, 200)
  near(90, 200, 400)
  near(180, 400, 200)
  near(360, 400, 200)
  near(45, 600 / Math.SQRT2, 600 / Math.SQRT2)
})
