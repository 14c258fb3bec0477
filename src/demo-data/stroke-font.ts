/**
 * A stroke font: SVG paths of capital letters in a box of 4 × 6 (y grows downwards). Pictures with it need no
 * installed fonts, which a minimal machine does not have.
 */
const STROKES: Record<string, string> = {
  A: 'M0 6L2 0L4 6M.8 4H3.2',
  B: 'M0 0V6H2.5Q4 6 4 4.5T2.5 3H0M2.5 3Q3.7 3 3.7 1.5T2.5 0H0',
  C: 'M4 1Q3 0 2 0Q0 0 0 3T2 6Q3 6 4 5',
  D: 'M0 0V6H1.5Q4 6 4 3T1.5 0Z',
  E: 'M4 0H0V6H4M0 3H3',
  F: 'M4 0H0V6M0 3H3',
  G: 'M4 1Q3 0 2 0Q0 0 0 3T2 6Q4 6 4 4V3.3H2.3',
  H: 'M0 0V6M4 0V6M0 3H4',
  I: 'M2 0V6',
  J: 'M3.5 0V4Q3.5 6 1.8 6Q.5 6 .2 4.8',
  K: 'M0 0V6M4 0L0 3.5M1.4 2.4L4 6',
  L: 'M0 0V6H4',
  M: 'M0 6V0L2 3L4 0V6',
  N: 'M0 6V0L4 6V0',
  O: 'M2 0Q0 0 0 3T2 6Q4 6 4 3T2 0Z',
  P: 'M0 6V0H2.3Q4 0 4 1.7T2.3 3.4H0',
  Q: 'M2 0Q0 0 0 3T2 6Q4 6 4 3T2 0ZM2.6 4.4L4.2 6.3',
  R: 'M0 6V0H2.3Q4 0 4 1.7T2.3 3.4H0M2 3.4L4 6',
  S: 'M3.8 1Q3 0 2 0Q.2 0 .2 1.5Q.2 2.7 2 3Q4 3.3 4 4.5Q4 6 2 6Q.8 6 0 5',
  T: 'M0 0H4M2 0V6',
  U: 'M0 0V4Q0 6 2 6T4 4V0',
  V: 'M0 0L2 6L4 0',
  W: 'M0 0L1 6L2 2.5L3 6L4 0',
  X: 'M0 0L4 6M4 0L0 6',
  Y: 'M0 0L2 3L4 0M2 3V6',
  Z: 'M0 0H4L0 6H4',
  0: 'M2 0Q0 0 0 3T2 6Q4 6 4 3T2 0Z',
  1: 'M.8 1.2L2.2 0V6M.8 6H3.6',
  2: 'M.2 1.3Q.6 0 2 0Q3.8 0 3.8 1.6Q3.8 2.7 2.4 4L.2 6H4',
  3: 'M.3 .8Q1 0 2 0Q3.7 0 3.7 1.4T2 2.8H1.4M2 2.8Q4 2.8 4 4.4T2 6Q.7 6 0 5',
  4: 'M3 6V0L0 4.2H4',
  5: 'M3.7 0H.6L.3 2.7Q1 2.2 2 2.2Q4 2.2 4 4.1T2 6Q.7 6 0 5.1',
  6: 'M3.6 .6Q3 0 2.2 0Q0 0 0 3.8Q0 6 2 6Q4 6 4 4.1Q4 2.3 2 2.3Q.4 2.3 0 3.9',
  7: 'M0 0H4L1.4 6',
  8: 'M2 2.8Q.3 2.8 .3 1.4T2 0T3.7 1.4T2 2.8Q0 2.8 0 4.4T2 6T4 4.4T2 2.8Z',
  9: 'M.4 5.4Q1 6 1.8 6Q4 6 4 2.2Q4 0 2 0Q0 0 0 1.9Q0 3.7 2 3.7Q3.6 3.7 4 2.1',
  '.': 'M1.9 6h.2',
  ',': 'M2 5.8L1.6 7',
  '-': 'M.9 3.2H3.1',
  "'": 'M2 0V1.3',
  '\u0301': 'M1.8 -.9L3 -1.9',
  '\u0303': 'M.8 -1.2Q1.4 -2.1 2 -1.5T3.2 -1.8',
  '\u0308': 'M1 -1.4h.1M2.9 -1.4h.1',
}
const ADVANCE_WIDTH = 5.4
const COMBINING_MARK = /\p{M}/u

export interface TextStyle {
  x: number
  /** Top of the capitals. */
  y: number
  /** Height of the capitals, pixels. */
  size: number
  colour: string
  /** Stroke width, pixels. */
  weight: number
}

/** The text in capitals as SVG. Characters that the font lacks leave a gap. */
export function drawText(text: string, { x, y, size, colour, weight }: TextStyle): string {
  const scale = size / 6
  const characters = [...text.toUpperCase().normalize('NFD')]
  let at = -ADVANCE_WIDTH
  const paths = characters.map((character) => {
    if (!COMBINING_MARK.test(character)) at += ADVANCE_WIDTH
    const stroke = STROKES[character]
    return stroke ? `<path transform="translate(${at.toFixed(1)} 0)" d="${stroke}"/>` : ''
  })
  return `<g transform="translate(${x} ${y}) scale(${scale})" fill="none" stroke="${colour}"
    stroke-width="${weight / scale}" stroke-linecap="round" stroke-linejoin="round">${paths.join('')}</g>`
}
