// Types of the part of subset-font that tools/fonts.ts uses; the package has none.
declare module 'subset-font' {
  function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2'
      variationAxes: Record<string, { min: number; max: number }>
      keepFeatures: string[]
    },
  ): Promise<Buffer>
  export = subsetFont
}
