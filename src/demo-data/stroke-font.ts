import font from '../../data/demo/stroke-font.json' with { type: 'json' }

/**
 * A stroke font: SVG paths of capital letters in a box of 4 × 6 (y grows downwards). Pictures with it need no
 * installed fonts, which a minimal machine does not have.
 */
const STROKES: Record<string, string> = font
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
