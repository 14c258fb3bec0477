import { expect, test } from 'vitest'
import { imageStateOf } from './image-state.ts'

test.each([
  ['idle', null],
  ['loading', { complete: false, naturalWidth: 0 }],
  ['loaded', { complete: true, naturalWidth: 512 }],
  ['error', { complete: true, naturalWidth: 0 }],
] as const)('%s', (state, image) => {
  expect(imageStateOf(image)).toBe(state)
})
