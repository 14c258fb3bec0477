import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { popupPosition } from './popup-position.ts'

const viewport = { top: 0, left: 0, right: 390, bottom: 844 }
const field = (top: number) => ({ top, bottom: top + 48, left: 20, right: 370 })
const request = { viewport, width: 350, height: 300, limit: 300, align: 'start' as const }

describe('popupPosition', () => {
  test('below, where it fits', () => {
    expect(popupPosition({ ...request, anchor: field(100) })).toEqual({
      side: 'below',
      left: 20,
      maxHeight: 300,
    })
  })

  test('above, where there is more room', () => {
    expect(popupPosition({ ...request, anchor: field(700) })).toEqual({
      side: 'above',
      left: 20,
      maxHeight: 300,
    })
  })

  test('a short list stays below, even with more room above', () => {
    expect(popupPosition({ ...request, anchor: field(640), height: 100 }).side).toBe('below')
  })

  test('a virtual keyboard takes room: the list gets lower and does not go under it', () => {
    const place = popupPosition({ ...request, viewport: { ...viewport, bottom: 444 }, anchor: field(150) })
    expect(place).toEqual({ side: 'below', left: 20, maxHeight: 232 })
  })

  test('a menu aligns with the end of its button, and stays in the window', () => {
    const button = { top: 100, bottom: 144, left: 340, right: 384 }
    expect(popupPosition({ ...request, anchor: button, width: 212, align: 'end' }).left).toBe(170)
    expect(
      popupPosition({ ...request, anchor: { ...button, left: 0, right: 44 }, width: 212, align: 'end' }).left,
    ).toBe(8)
  })

  test('never higher than its limit, never outside the viewport', () => {
    const size = fc.nat(900)
    fc.assert(
      fc.property(size, size, size, fc.integer({ min: 40, max: 366 }), (top, height, bottom, width) => {
        const place = popupPosition({
          ...request,
          viewport: { ...viewport, bottom },
          anchor: field(top),
          height,
          width,
        })
        expect(place.maxHeight).toBeLessThanOrEqual(300)
        expect(place.left).toBeGreaterThanOrEqual(8)
        expect(place.left + width).toBeLessThanOrEqual(382)
      }),
    )
  })
})
