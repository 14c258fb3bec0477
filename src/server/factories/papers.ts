import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { letter } from './letters.ts'

// Papers as people share them, written here byte by byte: small, whole, and opened by every program.

const A4 = { width: 595, height: 842 }
const MARGIN = 64
const LEADING = 17

/** Text of a PDF string: the letters of Spanish are the same in its encoding. */
const quoted = (text: string) => `(${text.replace(/[\\()]/g, '\\$&')})`

/** A PDF of one page with a heading and lines. */
export function pdfPaper(heading: string, lines: readonly string[]): Buffer {
  const rows = lines.map((line, at) => {
    const y = A4.height - MARGIN - 46 - at * LEADING
    return `BT /F1 11 Tf 1 0 0 1 ${MARGIN} ${y} Tm ${quoted(line)} Tj ET`
  })
  const page = [
    `BT /F2 16 Tf 1 0 0 1 ${MARGIN} ${A4.height - MARGIN - 12} Tm ${quoted(heading)} Tj ET`,
    ...rows,
    `0.6 g BT /F1 8 Tf 1 0 0 1 ${MARGIN} 40 Tm ${quoted('Documento de demostración, sin validez.')} Tj ET`,
  ].join('\n')
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${A4.width} ${A4.height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>`,
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
  ]
  let body = '%PDF-1.4\n%âãÏÓ\n'
  const places = objects.map((object, at) => {
    const place = String(body.length).padStart(10, '0')
    body += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${place} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.from(
    `${body}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  )
}

/** A ZIP whose parts are stored as they are. */
export function zip(parts: Record<string, string>): Buffer {
  const bodies: Buffer[] = []
  const table: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(parts)) {
    const path = Buffer.from(name)
    const data = Buffer.from(text)
    // What stands in both places: versions, no compression, 1 January 2026, checksum, sizes, length of the name.
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(0x5c21, 8)
    facts.writeUInt32LE(crc32(data), 10)
    facts.writeUInt32LE(data.length, 14)
    facts.writeUInt32LE(data.length, 18)
    facts.writeUInt16LE(path.length, 22)
    const body = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, path, data])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    table.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), facts, place, path]))
    bodies.push(body)
    at += body.length
  }
  const index = Buffer.concat(table)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(table.length, 8)
  end.writeUInt16LE(table.length, 10)
  end.writeUInt32LE(index.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, index, end])
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const RELATED = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument'

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

const relations = (targets: readonly [kind: string, target: string][]) =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(
      ([kind, target], at) => `<Relationship Id="r${at + 1}" Type="${RELATED}/${kind}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

const contentTypes = (parts: readonly [path: string, type: string][]) =>
  `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts
    .map(([path, type]) => `<Override PartName="/${path}" ContentType="${TYPES}.${type}+xml"/>`)
    .join('')}</Types>`

/** A Word text. */
export const docxPaper = (paragraphs: readonly string[]): Buffer =>
  zip({
    '[Content_Types].xml': contentTypes([['word/document.xml', 'wordprocessingml.document.main']]),
    '_rels/.rels': relations([['officeDocument', 'word/document.xml']]),
    'word/document.xml': `${XML}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraphs
      .map((text) => `<w:p><w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`)
      .join('')}</w:body></w:document>`,
  })

const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const cell = (value: string | number) =>
  typeof value === 'number'
    ? `<c><v>${value}</v></c>`
    : `<c t="inlineStr"><is><t>${escaped(value)}</t></is></c>`

/** An Excel sheet. */
export const xlsxPaper = (rows: readonly (readonly (string | number)[])[]): Buffer =>
  zip({
    '[Content_Types].xml': contentTypes([
      ['xl/workbook.xml', 'spreadsheetml.sheet.main'],
      ['xl/worksheets/sheet1.xml', 'spreadsheetml.worksheet'],
    ]),
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `${XML}<workbook xmlns="${SHEET}" xmlns:r="${RELATED}"><sheets><sheet name="Hoja1" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([['worksheet', 'worksheets/sheet1.xml']]),
    'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${SHEET}"><sheetData>${rows
      .map((row) => `<row>${row.map(cell).join('')}</row>`)
      .join('')}</sheetData></worksheet>`,
  })

/** A telephone's picture of a sheet of paper; no letter in it is text, as in `drawIdCard`. */
export function photoOfPaper(heading: string): Promise<Buffer> {
  const lines = Array.from({ length: 17 }, (_, at) => {
    const width = at % 5 === 4 ? 260 : 560 - ((at * 53) % 70)
    return `<rect x="160" y="${300 + at * 44}" width="${width}" height="9" rx="4" fill="#9aa3ad"/>`
  }).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200">
  <rect width="900" height="1200" fill="#6f665a"/>
  <g transform="rotate(-1.6 450 600)">
    <rect x="90" y="80" width="720" height="1050" fill="#fdfcf8"/>
    ${letter(heading, { x: 160, y: 180, size: 26, colour: '#16233b', weight: 3.4 })}
    ${lines}
    <path d="M520 1070c30-50 46 30 74-8s40 18 92-22" fill="none" stroke="#1d3d8f" stroke-width="4"/>
  </g>
</svg>`
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] })
  return sharp(Buffer.from(svg)).jpeg({ quality: 78 }).toBuffer()
}
