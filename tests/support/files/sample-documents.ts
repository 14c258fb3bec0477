import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { drawText } from '../../../src/demo-data/stroke-font.ts'

// Sample documents, written byte by byte: small, valid, and readable by every program.

const A4_POINTS = { width: 595, height: 842 }
const MARGIN = 64
const LEADING = 17

/** Text as a PDF string. Spanish letters have the same codes in WinAnsiEncoding as in Latin-1. */
const pdfString = (text: string) => `(${text.replace(/[\\()]/g, '\\$&')})`

/** A PDF of one page with a heading and lines of text. */
export function createPdf(heading: string, lines: readonly string[]): Buffer {
  const rows = lines.map((line, at) => {
    const y = A4_POINTS.height - MARGIN - 46 - at * LEADING
    return `BT /F1 11 Tf 1 0 0 1 ${MARGIN} ${y} Tm ${pdfString(line)} Tj ET`
  })
  const page = [
    `BT /F2 16 Tf 1 0 0 1 ${MARGIN} ${A4_POINTS.height - MARGIN - 12} Tm ${pdfString(heading)} Tj ET`,
    ...rows,
    `0.6 g BT /F1 8 Tf 1 0 0 1 ${MARGIN} 40 Tm ${pdfString('Documento de demostración, sin validez.')} Tj ET`,
  ].join('\n')
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${A4_POINTS.width} ${A4_POINTS.height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>`,
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
  ]
  let body = '%PDF-1.4\n%âãÏÓ\n'
  const xrefEntries = objects.map((object, at) => {
    const offset = String(body.length).padStart(10, '0')
    body += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${offset} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${xrefEntries.join('')}`
  return Buffer.from(
    `${body}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  )
}

/** A ZIP archive without compression. @param parts content by path */
export function createZip(parts: Record<string, string>): Buffer {
  const bodies: Buffer[] = []
  const table: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(parts)) {
    const path = Buffer.from(name)
    const data = Buffer.from(text)
    // Fields of both headers: version, no compression, 1 January 2026, checksum, sizes, length of the name.
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(0x5c21, 8)
    fields.writeUInt32LE(crc32(data), 10)
    fields.writeUInt32LE(data.length, 14)
    fields.writeUInt32LE(data.length, 18)
    fields.writeUInt16LE(path.length, 22)
    const body = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, path, data])
    const position = Buffer.alloc(14)
    position.writeUInt32LE(at, 10)
    table.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), fields, position, path]))
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

/** A Word document with paragraphs. */
export const createDocx = (paragraphs: readonly string[]): Buffer =>
  createZip({
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

/** An Excel workbook with one sheet. */
export const createXlsx = (rows: readonly (readonly (string | number)[])[]): Buffer =>
  createZip({
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

/** A JPEG that looks like a phone's photo of a sheet of paper. Like `drawIdCard`, it needs no fonts. */
export function drawDocumentPhoto(heading: string): Promise<Buffer> {
  const lines = Array.from({ length: 17 }, (_, at) => {
    const width = at % 5 === 4 ? 260 : 560 - ((at * 53) % 70)
    return `<rect x="160" y="${300 + at * 44}" width="${width}" height="9" rx="4" fill="#9aa3ad"/>`
  }).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200">
  <rect width="900" height="1200" fill="#6f665a"/>
  <g transform="rotate(-1.6 450 600)">
    <rect x="90" y="80" width="720" height="1050" fill="#fdfcf8"/>
    ${drawText(heading, { x: 160, y: 180, size: 26, colour: '#16233b', weight: 3.4 })}
    ${lines}
    <path d="M520 1070c30-50 46 30 74-8s40 18 92-22" fill="none" stroke="#1d3d8f" stroke-width="4"/>
  </g>
</svg>`
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] })
  return sharp(Buffer.from(svg)).jpeg({ quality: 78 }).toBuffer()
}
